/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Fault: the disk lacks its last sector. */
#ifndef VBR_FAULTS_SHORT_DISK_H
#define VBR_FAULTS_SHORT_DISK_H

#define vbr_fault_capacity(sectors) ((sectors) - 1)

#endif
