// SPDX-License-Identifier: GPL-2.0-or-later
#include <linux/delay.h>

#include "vbr.h"

/* How long the device gets to end a request before it is read, in steps of 10 us. */
#define VBR_FAULT_STEPS 500

/* The lock is dropped, as between the rounds of batch_submit=per_request. */
struct request *vbr_fault_late(struct vbr_queue *queue, struct request *rq, unsigned long *flags)
	__must_hold(&queue->lock)
{
	struct vbr_req *vr = blk_mq_rq_to_pdu(rq);
	unsigned int added = vr->generation, steps = 0;

	virtqueue_kick(queue->vq);
	spin_unlock_irqrestore(&queue->lock, *flags);
	while (READ_ONCE(vr->generation) == added && steps++ < VBR_FAULT_STEPS)
		udelay(10);
	spin_lock_irqsave(&queue->lock, *flags);
	if (vr->generation != added)
		pr_err_ratelimited("%s: request %d touched after its add: generation %u then, %u now\n",
				   KBUILD_MODNAME, rq->tag, added, vr->generation);
	return rq->rq_next;
}

void vbr_fault_next_generation(struct request *rq)
{
	struct vbr_req *vr = blk_mq_rq_to_pdu(rq);

	WRITE_ONCE(vr->generation, vr->generation + 1);
}
