// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Completion: the interrupt callback, and ending requests one by one or in a
 * batch. Requests leave the ring under the lock and are ended after it.
 */
#include "lock.h"
#include "reap.h"
#include "vbr.h"
#include "faults/hooks.h"

static __always_inline blk_status_t vbr_status(const struct vbr_req *vr)
{
	if (likely(vr->status == VIRTIO_BLK_S_OK))
		return BLK_STS_OK;
	return vbr_fault_status(vr->status == VIRTIO_BLK_S_UNSUPP ? BLK_STS_NOTSUPP :
								    BLK_STS_IOERR);
}

static __always_inline void vbr_trace_complete(struct request *rq, const struct vbr_req *vr,
					       bool batched)
{
	if (trace_complete_enabled()) {
		const struct vbr_queue *queue = rq->mq_hctx->driver_data;

		trace_complete(queue->device_index, queue->index, rq->tag, vr->status, batched);
	}
}

/* The block layer's complete callback. */
vbr_hook void vbr_complete(struct request *rq)
{
	struct vbr_req *vr = blk_mq_rq_to_pdu(rq);

	vbr_trace_complete(rq, vr, false);
	vbr_release_data(rq, vr);
	blk_mq_end_request(rq, vbr_status(vr));
}

/* The block layer's batch, filled by vbr_complete_or_batch. */
vbr_hook void vbr_complete_batch(struct io_comp_batch *iob)
{
	struct request *rq;

	rq_list_for_each(&iob->req_list, rq) {
		struct vbr_req *vr = blk_mq_rq_to_pdu(rq);

		vbr_trace_complete(rq, vr, true);
		vbr_release_data(rq, vr);
	}
	blk_mq_end_request_batch(iob);
}

/* Makes a stopped hardware queue run again, from a worker. */
void vbr_restart(struct vbr_queue *queue)
{
	blk_mq_start_stopped_hw_queue(queue->hctx, true);
}

/*
 * Takes finished requests until the ring is empty with interrupts enabled.
 *
 * With shared polling interrupts stay disabled while a polled request is in the
 * ring. One that comes all the same is ignored: the poller takes everything, and
 * enables interrupts when it takes the last polled one. A polled request must
 * not end in an interrupt, because its bio may come from a per-CPU cache that
 * only tasks may put it back to (bio_put of 6.1 warns).
 */
static __always_inline bool vbr_reap_interrupt(struct vbr_queue *queue, struct virtqueue *vq,
					       struct vbr_finished *finished, bool shared_poll)
{
	unsigned long flags;
	bool restart;

	vbr_finished_init(finished);
	vbr_lock(queue, &flags);
	if (!shared_poll || !queue->polled) {
		do {
			virtqueue_disable_cb(vq);
			vbr_reap_ring(queue, vq, finished, false);
		} while (unlikely(!virtqueue_enable_cb(vq)));
	}
	restart = vbr_finished_close(finished, queue);
	vbr_unlock(queue, flags, VBR_LOCK_INTERRUPT);
	return restart;
}

static __always_inline void vbr_interrupt(struct virtqueue *vq, bool shared_poll)
{
	struct vbr_queue *queue = vbr_queue_of(vq);
	struct vbr_finished finished;
	struct request *rq, *next;
	bool restart;

	restart = vbr_reap_interrupt(queue, vq, &finished, shared_poll);
	for (rq = finished.first; rq; rq = next) {
		next = rq->rq_next;
		if (likely(!blk_should_fake_timeout(rq->q)))
			blk_mq_complete_request(rq);
	}
	if (unlikely(restart))
		vbr_restart(queue);
}

static __always_inline void vbr_interrupt_batched(struct virtqueue *vq, bool shared_poll)
{
	struct vbr_queue *queue = vbr_queue_of(vq);
	struct vbr_finished finished;
	struct request *rq, *next;
	DEFINE_IO_COMP_BATCH(iob);
	struct io_comp_batch *batch;
	bool restart;

	restart = vbr_reap_interrupt(queue, vq, &finished, shared_poll);
	batch = vbr_first_batch(restart, &iob);
	for (rq = finished.first; rq; rq = next) {
		next = rq->rq_next;
		if (likely(!blk_should_fake_timeout(rq->q)))
			vbr_complete_or_batch(rq, batch);
		batch = &iob;
	}
	if (iob.complete)
		iob.complete(&iob);
	if (unlikely(restart))
		vbr_restart(queue);
}

static vbr_hook void vbr_done(struct virtqueue *vq)
{
	vbr_interrupt(vq, false);
}

static vbr_hook void vbr_done_shared(struct virtqueue *vq)
{
	vbr_interrupt(vq, true);
}

static vbr_hook void vbr_done_batched(struct virtqueue *vq)
{
	vbr_interrupt_batched(vq, false);
}

static vbr_hook void vbr_done_batched_shared(struct virtqueue *vq)
{
	vbr_interrupt_batched(vq, true);
}

vq_callback_t *vbr_choose_callback(const struct vbr_device *dev)
{
	bool shared = dev->settings.poll_mode == VBR_POLL_SHARED;

	if (dev->settings.irq_batch)
		return shared ? vbr_done_batched_shared : vbr_done_batched;
	return shared ? vbr_done_shared : vbr_done;
}
