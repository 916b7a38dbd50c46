/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Fault: the next request of a batch is read from one that the device may have ended.
 * A generation in each request, raised when it leaves the ring, tells that it had.
 */
#ifndef VBR_FAULTS_USE_AFTER_ADD_H
#define VBR_FAULTS_USE_AFTER_ADD_H

struct request;
struct vbr_queue;

struct request *vbr_fault_late(struct vbr_queue *queue, struct request *rq, unsigned long *flags);
void vbr_fault_next_generation(struct request *rq);

#define vbr_fault_member unsigned int generation;
#define vbr_fault_next(queue, rq, next, flags) ((void)(next), vbr_fault_late(queue, rq, flags))
#define vbr_fault_finished(rq) vbr_fault_next_generation(rq)

#endif
