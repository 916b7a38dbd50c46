/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * One counter for each instruction of kernel code that was ever translated.
 *
 * Counters lie in the order of first translation, so that what is executed
 * together shares cache lines; an index by address finds them again when QEMU
 * translates the same code once more.
 */
#ifndef RINGSIDE_TCG_COUNTERS_H
#define RINGSIDE_TCG_COUNTERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "snapshot_format.h"

/*
 * Kernel text, modules and code that the kernel makes (BPF, trampolines) on
 * x86-64: the top 2 GiB. User space is not counted, and costs nothing.
 */
#define COUNTED_FROM 0xffffffff80000000u

static inline bool counted(uint64_t address)
{
	return address >= COUNTED_FROM;
}

/*
 * The counter of an address; it stays where it is for good. NULL without
 * memory. Needs the lock.
 */
uint64_t *counter_of(uint64_t address);

/*
 * Executions since the last call, of those that were executed. The guest must
 * stand still. Returns a malloc'ed array of *count entries, or NULL without
 * memory. Needs the lock.
 */
struct path_snapshot_entry *counters_take(uint64_t *count);

/* Translation and snapshots exclude each other. Counting itself is not locked. */
void counters_lock(void);
void counters_unlock(void);

#endif
