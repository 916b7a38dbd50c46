/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Counts executed instructions of the guest kernel, by address.
 *
 *   -plugin ringside_path_counter.so,fd=N
 *
 * N is an inherited stream socket. Counting is an addition that QEMU compiles
 * into the translated code, one for each instruction: a block may be left in the
 * middle (a page fault, an exception), so counting blocks would not be exact.
 * The addition is not atomic: exact with -accel tcg,thread=single only.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "counters.h"
#include "qemu_api.h"
#include "snapshot.h"

int qemu_plugin_version = QEMU_PLUGIN_API;

/* Once memory ran out the counts are worth nothing: no answer is given any more. */
static void out_of_memory(void)
{
	fprintf(stderr, "ringside: no memory for instruction counters\n");
	abort();
}

static void block_translated(qemu_plugin_id_t id, struct qemu_plugin_tb *tb)
{
	size_t instructions = qemu_plugin_tb_n_insns(tb);

	(void)id;
	counters_lock();
	for (size_t i = 0; i < instructions; i++) {
		struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(tb, i);
		uint64_t address = qemu_plugin_insn_vaddr(insn);
		uint64_t *counter;

		if (!counted(address))
			continue;
		counter = counter_of(address);
		if (!counter)
			out_of_memory();
		qemu_plugin_register_vcpu_insn_exec_inline(insn, QEMU_PLUGIN_INLINE_ADD_U64, counter, 1);
	}
	counters_unlock();
}

static int fd_of(int argc, char **argv)
{
	static const char name[] = "fd=";

	for (int i = 0; i < argc; i++) {
		char *end;
		long fd;

		if (strncmp(argv[i], name, sizeof(name) - 1) != 0)
			continue;
		errno = 0;
		fd = strtol(argv[i] + sizeof(name) - 1, &end, 10);
		if (*end == '\0' && errno == 0 && fd >= 0 && fd < 1 << 20)
			return (int)fd;
	}
	return -1;
}

static bool usable(const qemu_info_t *info)
{
	if (info->version.cur != QEMU_PLUGIN_API) {
		fprintf(stderr,
			"ringside: this QEMU has plugin API %d, the instruction counter was made for %d: "
			"take a QEMU up to 8.2 (Debian 12 has 7.2)\n",
			info->version.cur, QEMU_PLUGIN_API);
		return false;
	}
	if (!info->system_emulation || strcmp(info->target_name, "x86_64") != 0) {
		fprintf(stderr, "ringside: instructions are counted for qemu-system-x86_64 only\n");
		return false;
	}
	return true;
}

int qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t *info, int argc, char **argv)
{
	int fd;

	if (!usable(info))
		return -1;
	fd = fd_of(argc, argv);
	if (fd < 0) {
		fprintf(stderr, "ringside: the instruction counter needs fd=N, an inherited socket\n");
		return -1;
	}
	if (!snapshots_serve(fd)) {
		fprintf(stderr, "ringside: no thread for the instruction counter\n");
		return -1;
	}
	qemu_plugin_register_vcpu_tb_trans_cb(id, block_translated);
	return 0;
}
