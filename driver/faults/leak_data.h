/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Fault: what preparing took is not given back when the ring refuses a request. */
#ifndef VBR_FAULTS_LEAK_DATA_H
#define VBR_FAULTS_LEAK_DATA_H

#define vbr_fault_refused(release) do { } while (0)

#endif
