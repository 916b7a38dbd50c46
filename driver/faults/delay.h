/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Fault: each request waits busily for delay_ns before it is submitted. */
#ifndef VBR_FAULTS_DELAY_H
#define VBR_FAULTS_DELAY_H

void vbr_fault_delay(void);

#define vbr_fault_submit(queue, rq) vbr_fault_delay()

#endif
