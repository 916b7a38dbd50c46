/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Fault: the disk claims to have no volatile cache, so that no flush is ever sent. */
#ifndef VBR_FAULTS_LOSE_FLUSH_H
#define VBR_FAULTS_LOSE_FLUSH_H

#define vbr_fault_writeback(writeback) (false && (writeback))

#endif
