/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Fault: requests that found no room are put aside and forgotten. */
#ifndef VBR_FAULTS_DROP_REQUEUE_H
#define VBR_FAULTS_DROP_REQUEUE_H

#define vbr_fault_kick_requeue(q) ((void)(q))

#endif
