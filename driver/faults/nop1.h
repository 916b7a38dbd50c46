/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Fault: one instruction more per request on the submit path. */
#ifndef VBR_FAULTS_NOP1_H
#define VBR_FAULTS_NOP1_H

#define vbr_fault_submit(queue, rq) asm volatile("nop")

#endif
