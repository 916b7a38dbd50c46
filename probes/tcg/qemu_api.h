/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The little of QEMU's plugin interface, version 1, that this plugin calls.
 * Distributions do not package QEMU's own header. Names and layouts are the
 * binary interface; QEMU resolves the functions when it loads the plugin.
 */
#ifndef RINGSIDE_TCG_QEMU_API_H
#define RINGSIDE_TCG_QEMU_API_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define QEMU_PLUGIN_API 1
#define QEMU_PLUGIN_EXPORT __attribute__((visibility("default")))

typedef uint64_t qemu_plugin_id_t;

/* What QEMU tells a plugin about itself. */
typedef struct {
	const char *target_name;
	struct {
		int min; /* oldest interface that this QEMU still offers */
		int cur; /* its own */
	} version;
	bool system_emulation;
	struct {
		int smp_vcpus;
		int max_vcpus;
	} system; /* valid with system_emulation only */
} qemu_info_t;

struct qemu_plugin_tb;	 /* a translation block */
struct qemu_plugin_insn; /* an instruction of one */

/* Operations that QEMU compiles into the translated code itself. */
enum qemu_plugin_op { QEMU_PLUGIN_INLINE_ADD_U64 };

typedef void (*qemu_plugin_tb_callback)(qemu_plugin_id_t id, struct qemu_plugin_tb *tb);

/* Asks for a call at each translation of a block, also of one seen before. */
void qemu_plugin_register_vcpu_tb_trans_cb(qemu_plugin_id_t id, qemu_plugin_tb_callback callback);

size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *tb);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *tb, size_t index);
uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *insn);

/* Adds @value to the uint64_t at @target before each execution; not atomic. */
void qemu_plugin_register_vcpu_insn_exec_inline(struct qemu_plugin_insn *insn, enum qemu_plugin_op op,
						void *target, uint64_t value);

/* What a plugin has to have. QEMU reads the first to see whether it may load the plugin. */
extern QEMU_PLUGIN_EXPORT int qemu_plugin_version;
QEMU_PLUGIN_EXPORT int qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t *info, int argc, char **argv);

#endif
