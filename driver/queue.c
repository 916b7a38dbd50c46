// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Submission: from prepared requests to chains in the ring, and notifying the
 * device. Adding a request and asking whether the device wants a notification
 * need the queue lock. From the moment a request is in the ring the device may
 * have completed it, another CPU may have ended it and its memory may carry the
 * next request: nothing here touches it again.
 */
#include "lock.h"
#include "prepare.h"
#include "vbr.h"

static noinline int vbr_add_dataless(struct virtqueue *vq, struct request *rq,
				     struct vbr_req *vr)
{
	struct scatterlist *lists[] = { &vr->header_sg, &vr->status_sg };

	return virtqueue_add_sgs(vq, lists, 1, 1, rq, GFP_ATOMIC);
}

/* Puts a prepared and started request into the ring. Needs the lock. */
static __always_inline int vbr_add(struct vbr_queue *queue, struct request *rq,
				   struct vbr_req *vr, bool shared_poll)
{
	struct virtqueue *vq = queue->vq;
	bool polled = shared_poll && (rq->cmd_flags & REQ_POLLED);
	unsigned int out = vr->out_lists;
	int err;

	vbr_trace(queue_rq, queue->device_index, queue->index, rq->tag, (__force u32)req_op(rq),
		  blk_rq_pos(rq), blk_rq_bytes(rq), blk_rq_nr_phys_segments(rq), vq->num_free);
	if (likely(out))
		err = virtqueue_add_sgs(vq, vr->lists, out, 3 - out, rq, GFP_ATOMIC);
	else
		err = vbr_add_dataless(vq, rq, vr);
	if (polled && !err && queue->polled++ == 0)
		virtqueue_disable_cb(vq);
	return err;
}

/*
 * The ring refused a request. A full ring stops the hardware queue, under the
 * lock, so that the completion that makes room cannot miss it; something is in
 * the ring then, because an empty one takes any request. Where memory is short
 * the block layer tries again by itself. Needs the lock.
 */
static blk_status_t vbr_refused(struct vbr_queue *queue, struct blk_mq_hw_ctx *hctx, int err)
{
	switch (err) {
	case -ENOSPC:
		blk_mq_stop_hw_queue(hctx);
		queue->stopped = true;
		return BLK_STS_DEV_RESOURCE;
	case -ENOMEM:
		return BLK_STS_RESOURCE;
	default:
		return BLK_STS_IOERR;
	}
}

/*
 * Ends a run: tells the device, if it wants to be told, with the lock held or
 * after dropping it.
 */
static __always_inline void vbr_kick_and_unlock(struct vbr_queue *queue, unsigned long flags,
						enum vbr_lock_site site, bool notify_locked)
{
	struct virtqueue *vq = queue->vq;
	bool notify = virtqueue_kick_prepare(vq);

	if (notify_locked && notify)
		virtqueue_notify(vq);
	vbr_unlock(queue, flags, site);
	if (!notify_locked && notify)
		virtqueue_notify(vq);
	vbr_trace(kick, queue->device_index, queue->index, notify, notify_locked);
}

static __always_inline blk_status_t vbr_queue_one(struct blk_mq_hw_ctx *hctx,
						  const struct blk_mq_queue_data *bd,
						  bool notify_locked, bool shared_poll)
{
	struct vbr_queue *queue = hctx->driver_data;
	struct request *rq = bd->rq;
	struct vbr_req *vr = blk_mq_rq_to_pdu(rq);
	blk_status_t status;
	unsigned long flags;
	int err;

	status = vbr_prepare(queue, rq, vr);
	if (unlikely(status != BLK_STS_OK))
		return status;
	blk_mq_start_request(rq);

	vbr_lock(queue, &flags);
	err = vbr_add(queue, rq, vr, shared_poll);
	if (unlikely(err)) {
		status = vbr_refused(queue, hctx, err);
		vbr_unlock(queue, flags, VBR_LOCK_QUEUE_RQ);
		vbr_fault_refused(vbr_release_data(rq, vr));
		return status;
	}
	if (bd->last)
		vbr_kick_and_unlock(queue, flags, VBR_LOCK_QUEUE_RQ, notify_locked);
	else
		vbr_unlock(queue, flags, VBR_LOCK_QUEUE_RQ);
	return BLK_STS_OK;
}

static __always_inline void vbr_commit(struct blk_mq_hw_ctx *hctx, bool notify_locked)
{
	struct vbr_queue *queue = hctx->driver_data;
	unsigned long flags;

	vbr_lock(queue, &flags);
	vbr_kick_and_unlock(queue, flags, VBR_LOCK_COMMIT, notify_locked);
}

/*
 * Gives the requests of a list back to the block layer, in their order, which
 * also takes back that they were started.
 */
static void vbr_requeue(struct request *list)
{
	struct request_queue *q = list->q;
	struct request *next;

	for (; list; list = next) {
		next = list->rq_next;
		list->rq_next = NULL;
		vbr_requeue_in_order(list);
	}
	vbr_fault_kick_requeue(q);
}

/*
 * A run of a batch: consecutive requests for one hardware queue, [first, end).
 */
struct vbr_run {
	struct request *first;
	struct request *end;
	unsigned int size;
	/* Of the request at @end, where preparing it failed. */
	blk_status_t status;
};

/* Prepares and starts requests until another hardware queue's, or a failure. */
static __always_inline void vbr_prepare_run(struct vbr_queue *queue, struct vbr_run *run)
{
	struct blk_mq_hw_ctx *hctx = run->first->mq_hctx;
	struct request *rq = run->first;

	run->size = 0;
	run->status = BLK_STS_OK;
	do {
		run->status = vbr_prepare(queue, rq, blk_mq_rq_to_pdu(rq));
		if (unlikely(run->status != BLK_STS_OK))
			break;
		vbr_start_batched(rq);
		rq = rq->rq_next;
		run->size++;
	} while (rq && rq->mq_hctx == hctx);
	run->end = rq;
}

/*
 * Adds a run, with one round of the lock for all or for each request, and one
 * notification. Returns the first request that did not go, or run->end; @status
 * is the reason.
 */
static __always_inline struct request *vbr_add_run(struct vbr_queue *queue, struct vbr_run *run,
						   blk_status_t *status, bool per_batch,
						   bool notify_locked, bool shared_poll)
{
	struct request *rq = run->first, *next;
	unsigned int added = 0;
	unsigned long flags;
	int err;

	vbr_lock(queue, &flags);
	for (;;) {
		/* Read before the add: the request is not ours after it. */
		struct blk_mq_hw_ctx *hctx = rq->mq_hctx;

		next = rq->rq_next;
		err = vbr_add(queue, rq, blk_mq_rq_to_pdu(rq), shared_poll);
		if (unlikely(err)) {
			*status = vbr_refused(queue, hctx, err);
			break;
		}
		added++;
		rq = vbr_fault_next(queue, rq, next, &flags);
		if (rq == run->end)
			break;
		if (!per_batch) {
			vbr_unlock(queue, flags, VBR_LOCK_QUEUE_RQS);
			vbr_lock(queue, &flags);
		}
	}
	vbr_kick_and_unlock(queue, flags, VBR_LOCK_QUEUE_RQS, notify_locked);
	vbr_trace(batch, queue->device_index, queue->index, run->size, added);
	return rq;
}

/*
 * Requests that did not go for a shortage go back, with everything behind them:
 * what follows must not overtake. Returns what is left to submit.
 */
static struct request *vbr_give_back(struct request *rq, const struct request *prepared_end)
{
	struct request *i;

	for (i = rq; i != prepared_end; i = i->rq_next)
		vbr_fault_refused(vbr_release_data(i, blk_mq_rq_to_pdu(i)));
	vbr_requeue(rq);
	return NULL;
}

/* The ring refused @rq, and did not see the prepared ones behind it. */
static noinline struct request *vbr_refused_run(struct request *rq, struct request *prepared_end,
						blk_status_t status)
{
	struct request *next;

	if (status != BLK_STS_IOERR)
		return vbr_give_back(rq, prepared_end);
	/* A broken ring takes none of them. */
	for (; rq != prepared_end; rq = next) {
		next = rq->rq_next;
		vbr_release_data(rq, blk_mq_rq_to_pdu(rq));
		blk_mq_end_request(rq, status);
	}
	return rq;
}

/* @rq could not be prepared. */
static noinline struct request *vbr_refused_request(struct request *rq, blk_status_t status)
{
	struct request *next = rq->rq_next;

	if (status == BLK_STS_RESOURCE)
		return vbr_give_back(rq, rq);
	blk_mq_end_request(rq, status);
	return next;
}

static __always_inline void vbr_queue_list(struct request *list, bool per_batch,
					   bool notify_locked, bool shared_poll)
{
	while (list) {
		struct vbr_queue *queue = list->mq_hctx->driver_data;
		struct vbr_run run = { .first = list };
		blk_status_t status = BLK_STS_OK;

		vbr_prepare_run(queue, &run);
		if (likely(run.size))
			list = vbr_add_run(queue, &run, &status, per_batch, notify_locked,
					   shared_poll);
		if (unlikely(list != run.end))
			list = vbr_refused_run(list, run.end, status);
		else if (unlikely(run.status != BLK_STS_OK))
			list = vbr_refused_request(list, run.status);
	}
}

/*
 * One set of callbacks per combination of modes, so that no request pays for a
 * switch. The names are the probes' handles: the plain ones are the defaults.
 */
#define VBR_SUBMISSION(_suffix, _notify_locked, _shared_poll)				\
	static vbr_hook blk_status_t							\
	vbr_queue_rq##_suffix(struct blk_mq_hw_ctx *hctx, const struct blk_mq_queue_data *bd) \
	{										\
		return vbr_queue_one(hctx, bd, _notify_locked, _shared_poll);		\
	}										\
	static vbr_hook void vbr_queue_rqs##_suffix(vbr_rq_list *list)			\
	{										\
		vbr_queue_list(vbr_fault_order(vbr_rq_list_take(list)), true, _notify_locked, _shared_poll); \
	}										\
	static vbr_hook void vbr_queue_rqs_single##_suffix(vbr_rq_list *list)		\
	{										\
		vbr_queue_list(vbr_fault_order(vbr_rq_list_take(list)), false, _notify_locked, _shared_poll); \
	}

VBR_SUBMISSION(, false, false)
VBR_SUBMISSION(_locked, true, false)
VBR_SUBMISSION(_shared, false, true)
VBR_SUBMISSION(_shared_locked, true, true)

static vbr_hook void vbr_commit_rqs(struct blk_mq_hw_ctx *hctx)
{
	vbr_commit(hctx, false);
}

static vbr_hook void vbr_commit_rqs_locked(struct blk_mq_hw_ctx *hctx)
{
	vbr_commit(hctx, true);
}

static blk_status_t vbr_queue_rq_gone(struct blk_mq_hw_ctx *hctx,
				      const struct blk_mq_queue_data *bd)
{
	return BLK_STS_IOERR;
}

static void vbr_commit_rqs_gone(struct blk_mq_hw_ctx *hctx)
{
}

struct vbr_submission {
	typeof(((struct blk_mq_ops *)NULL)->queue_rq) queue_rq;
	typeof(((struct blk_mq_ops *)NULL)->queue_rqs) queue_rqs[3];
};

#define VBR_SUBMISSION_ENTRY(_suffix) {						\
	.queue_rq = vbr_queue_rq##_suffix,					\
	.queue_rqs = {								\
		[VBR_BATCH_OFF] = NULL,						\
		[VBR_BATCH_PER_REQUEST] = vbr_queue_rqs_single##_suffix,	\
		[VBR_BATCH_PER_BATCH] = vbr_queue_rqs##_suffix,			\
	},									\
}

void vbr_choose_submission(struct vbr_device *dev)
{
	/* [polling on interrupt queues][notify with the lock held] */
	static const struct vbr_submission submissions[2][2] = {
		{ VBR_SUBMISSION_ENTRY(), VBR_SUBMISSION_ENTRY(_locked) },
		{ VBR_SUBMISSION_ENTRY(_shared), VBR_SUBMISSION_ENTRY(_shared_locked) },
	};
	const struct vbr_settings *settings = &dev->settings;
	bool shared = settings->poll_mode == VBR_POLL_SHARED;
	bool locked = vbr_fault_notify_locked(settings->notify_mode == VBR_NOTIFY_LOCKED);
	const struct vbr_submission *chosen = &submissions[shared][locked];

	dev->ops.queue_rq = chosen->queue_rq;
	dev->ops.queue_rqs = chosen->queue_rqs[settings->batch_submit];
	dev->ops.commit_rqs = locked ? vbr_commit_rqs_locked : vbr_commit_rqs;
}

/*
 * From here on each request fails. The queue must be quiesced: nobody is in a
 * submission callback, nobody has looked one up.
 */
void vbr_fail_submission(struct vbr_device *dev)
{
	dev->ops.queue_rqs = NULL;
	dev->ops.commit_rqs = vbr_commit_rqs_gone;
	dev->ops.queue_rq = vbr_queue_rq_gone;
}

int vbr_init_hctx(struct blk_mq_hw_ctx *hctx, void *data, unsigned int index)
{
	struct vbr_device *dev = data;
	struct vbr_queue *queue = &dev->queues[index];

	queue->hctx = hctx;
	hctx->driver_data = queue;
	return 0;
}
