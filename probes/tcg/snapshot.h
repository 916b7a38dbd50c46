/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef RINGSIDE_TCG_SNAPSHOT_H
#define RINGSIDE_TCG_SNAPSHOT_H

#include <stdbool.h>

/*
 * Answers requests on a stream socket, from a thread of its own, until the other
 * end is closed (see snapshot_format.h). False where no thread can be had.
 */
bool snapshots_serve(int fd);

#endif
