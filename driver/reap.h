/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Taking finished requests off a ring. They are linked through rq_next, which
 * is free while the driver owns a request, in the order of completion.
 */
#ifndef VBR_REAP_H
#define VBR_REAP_H

#include "vbr.h"
#include "faults/hooks.h"

struct vbr_finished {
	struct request *first;
	struct request **end;
	unsigned int count;
};

static __always_inline void vbr_finished_init(struct vbr_finished *finished)
{
	finished->end = &finished->first;
	finished->count = 0;
}

static __always_inline void vbr_finished_add(struct vbr_finished *finished, struct request *rq)
{
	vbr_fault_finished(rq);
	*finished->end = rq;
	finished->end = &rq->rq_next;
	finished->count++;
}

/* Takes what the ring has. Needs the lock. */
static __always_inline void vbr_reap_ring(struct vbr_queue *queue, struct virtqueue *vq,
					  struct vbr_finished *finished, bool shared_poll)
{
	struct request *rq;
	unsigned int len;

	while ((rq = virtqueue_get_buf_ctx(vq, &len, NULL)) != NULL) {
		if (shared_poll && (rq->cmd_flags & REQ_POLLED))
			queue->polled--;
		vbr_finished_add(finished, rq);
	}
}

/*
 * Ends the list and says whether the hardware queue has to be restarted: it was
 * stopped for a full ring, and there is room now. Needs the lock.
 */
static __always_inline bool vbr_finished_close(struct vbr_finished *finished,
					       struct vbr_queue *queue)
{
	*finished->end = NULL;
	if (likely(!queue->stopped) || !finished->count)
		return false;
	queue->stopped = false;
	return true;
}

/*
 * The batch that the first request of a list may enter. A queue that met a full
 * ring may be about to put its request back: it then waits for the block layer's
 * restart mark to be looked at, which freeing a single request does and ending a
 * batch does not (__blk_mq_free_request, blk_mq_end_request_batch). If everything
 * in flight ended in batches nobody would run that queue again. So where a queue
 * has to be restarted, one request is ended by itself.
 */
static __always_inline struct io_comp_batch *vbr_first_batch(bool restart,
							     struct io_comp_batch *iob)
{
	return unlikely(restart) ? NULL : iob;
}

/*
 * Ends a request here, on the CPU that asked for it, or adds it to a batch. The
 * request is marked complete first in either case. A failed one never enters a
 * batch: the batch ends everything as good.
 */
static __always_inline void vbr_complete_or_batch(struct request *rq, struct io_comp_batch *iob)
{
	const struct vbr_req *vr = blk_mq_rq_to_pdu(rq);

	if (blk_mq_complete_request_remote(rq))
		return;
	if (unlikely(vr->status != VIRTIO_BLK_S_OK) ||
	    !blk_mq_add_to_batch(rq, iob, false, vbr_complete_batch))
		vbr_complete(rq);
}

#endif
