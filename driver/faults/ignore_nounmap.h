/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Fault: zeroes may be written by unmapping even where the caller forbids it. */
#ifndef VBR_FAULTS_IGNORE_NOUNMAP_H
#define VBR_FAULTS_IGNORE_NOUNMAP_H

#define vbr_fault_nounmap(nounmap) (false && (nounmap))

#endif
