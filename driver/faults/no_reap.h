/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Fault: a removal leaves polled requests to a task that can no longer poll. */
#ifndef VBR_FAULTS_NO_REAP_H
#define VBR_FAULTS_NO_REAP_H

#define vbr_fault_reap(start) do { } while (0)

#endif
