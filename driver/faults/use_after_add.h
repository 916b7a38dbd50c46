/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Fault: the next request of a batch is read from one that the device may have ended. */
#ifndef VBR_FAULTS_USE_AFTER_ADD_H
#define VBR_FAULTS_USE_AFTER_ADD_H

#include <linux/delay.h>

/* The wait makes sure of it. */
static inline struct request *vbr_fault_late(struct virtqueue *vq, struct request *rq)
{
	virtqueue_kick(vq);
	udelay(200);
	return rq->rq_next;
}

#define vbr_fault_next(vq, rq, next) ((void)(next), vbr_fault_late(vq, rq))

#endif
