/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the plugin and its reader say to each other over the inherited socket.
 *
 * The reader sends the byte PATH_SNAPSHOT_REQUEST. The plugin answers with a
 * header and header.entries entries: each address of kernel code that was
 * executed since the last answer, and how often. Little-endian.
 */
#ifndef RINGSIDE_TCG_SNAPSHOT_FORMAT_H
#define RINGSIDE_TCG_SNAPSHOT_FORMAT_H

#include <stdint.h>

#define PATH_SNAPSHOT_REQUEST 'c'
#define PATH_SNAPSHOT_MAGIC 0x3130485441505352u /* "RSPATH01" */

struct path_snapshot_header {
	uint64_t magic;
	uint64_t entries;
};

struct path_snapshot_entry {
	uint64_t address;
	uint64_t executions;
};

#endif
