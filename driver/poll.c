// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Polling, and taking in what nobody polls for.
 *
 * Tasks poll for their own requests. While a device is suspended or removed
 * they cannot: they are frozen, or the block layer no longer lets them in. The
 * driver then polls by itself until nothing is left. A device that is removed
 * and no longer answers is reset, which takes its requests away from it.
 */
#include <linux/delay.h>
#include <linux/jiffies.h>

#include "lock.h"
#include "reap.h"
#include "vbr.h"
#include "faults/hooks.h"

/* How long a suspend waits for the device to finish what it has. */
#define VBR_IDLE_TIMEOUT (30 * HZ)
/* How often a removal takes in polled requests. */
#define VBR_REAP_INTERVAL msecs_to_jiffies(4)

/*
 * Takes what is there, ends it, restarts a stopped hardware queue, returns how
 * many requests that were.
 */
static __always_inline int vbr_poll_queue(struct vbr_queue *queue, struct io_comp_batch *iob,
					  bool trylock, bool shared_poll)
{
	struct vbr_finished finished;
	struct io_comp_batch *batch;
	struct request *rq, *next;
	struct virtqueue *vq;
	unsigned long flags;
	bool had_polled, restart;

	vbr_finished_init(&finished);
	if (!trylock) {
		vbr_lock(queue, &flags);
	} else if (!vbr_trylock(queue, &flags)) {
		vbr_trace(poll, queue->device_index, queue->index, 0, true);
		return 0;
	}
	vq = queue->vq;
	/* No ring: suspended, or about to go. */
	if (unlikely(!vq)) {
		vbr_unlock(queue, flags, VBR_LOCK_POLL);
		return 0;
	}
	had_polled = shared_poll && queue->polled;
	vbr_reap_ring(queue, vq, &finished, shared_poll);
	/* The last polled request went: interrupts again, missing nothing. */
	while (shared_poll && had_polled && !queue->polled && !virtqueue_enable_cb(vq)) {
		virtqueue_disable_cb(vq);
		vbr_reap_ring(queue, vq, &finished, shared_poll);
	}
	restart = vbr_finished_close(&finished, queue);
	vbr_unlock(queue, flags, VBR_LOCK_POLL);

	vbr_trace(poll, queue->device_index, queue->index, finished.count, false);
	batch = vbr_first_batch(restart, iob);
	for (rq = finished.first; rq; rq = next) {
		next = rq->rq_next;
		vbr_complete_or_batch(rq, batch);
		batch = iob;
	}
	if (unlikely(vbr_fault_poll_restart(restart)))
		vbr_restart(queue);
	return finished.count;
}

static vbr_hook int vbr_poll(struct blk_mq_hw_ctx *hctx, struct io_comp_batch *iob)
{
	return vbr_poll_queue(hctx->driver_data, iob, false, false);
}

static vbr_hook int vbr_poll_trylock(struct blk_mq_hw_ctx *hctx, struct io_comp_batch *iob)
{
	return vbr_poll_queue(hctx->driver_data, iob, true, false);
}

static vbr_hook int vbr_poll_shared(struct blk_mq_hw_ctx *hctx, struct io_comp_batch *iob)
{
	return vbr_poll_queue(hctx->driver_data, iob, false, true);
}

static vbr_hook int vbr_poll_shared_trylock(struct blk_mq_hw_ctx *hctx,
					    struct io_comp_batch *iob)
{
	return vbr_poll_queue(hctx->driver_data, iob, true, true);
}

/*
 * The block layer's timer for a request that takes long. The device may take
 * its time, unless it is being removed: then it is given up.
 */
static enum blk_eh_timer_return vbr_timeout(VBR_TIMEOUT_ARGUMENTS)
{
	const struct vbr_queue *queue = rq->mq_hctx->driver_data;
	struct vbr_device *dev = queue->dev;

	if (READ_ONCE(dev->removing))
		schedule_work(&dev->abandon_work);
	return BLK_EH_RESET_TIMER;
}

void vbr_choose_poll(struct vbr_device *dev)
{
	bool trylock = dev->settings.poll_lock == VBR_POLL_TRYLOCK;

	dev->ops.timeout = vbr_timeout;
	if (dev->settings.poll_mode == VBR_POLL_DEDICATED)
		dev->ops.poll = trylock ? vbr_poll_trylock : vbr_poll;
	else if (dev->settings.poll_mode == VBR_POLL_SHARED)
		dev->ops.poll = trylock ? vbr_poll_shared_trylock : vbr_poll_shared;
}

/* Polls the queues that may be without interrupts. */
static void vbr_poll_uninterrupted(struct vbr_device *dev)
{
	bool shared = dev->settings.poll_mode == VBR_POLL_SHARED;
	unsigned int i = shared ? 0 : dev->nr_queues - dev->nr_poll;

	for (; i < dev->nr_queues; i++) {
		if (shared)
			vbr_poll_queue(&dev->queues[i], NULL, false, true);
		else
			vbr_poll_queue(&dev->queues[i], NULL, false, false);
	}
}

static bool vbr_is_idle(struct vbr_device *dev)
{
	unsigned int i;

	for (i = 0; i < dev->nr_queues; i++) {
		struct virtqueue *vq = dev->queues[i].vq;

		if (READ_ONCE(vq->num_free) != virtqueue_get_vring_size(vq))
			return false;
	}
	return true;
}

/*
 * Waits until the device has given back every request. The queue must be
 * quiesced. -ETIMEDOUT where the device does not.
 */
int vbr_wait_idle(struct vbr_device *dev)
{
	unsigned long deadline = jiffies + VBR_IDLE_TIMEOUT;

	for (;;) {
		vbr_poll_uninterrupted(dev);
		if (vbr_is_idle(dev))
			return 0;
		if (time_after(jiffies, deadline))
			return -ETIMEDOUT;
		usleep_range(500, 1000);
	}
}

static void vbr_fail_ring(struct vbr_queue *queue)
{
	struct vbr_finished finished;
	struct request *rq, *next;
	unsigned long flags;

	vbr_finished_init(&finished);
	vbr_lock(queue, &flags);
	while (queue->vq && (rq = virtqueue_detach_unused_buf(queue->vq)) != NULL) {
		struct vbr_req *vr = blk_mq_rq_to_pdu(rq);

		vr->status = VIRTIO_BLK_S_IOERR;
		vbr_finished_add(&finished, rq);
	}
	queue->polled = 0;
	queue->stopped = false;
	*finished.end = NULL;
	vbr_unlock(queue, flags, VBR_LOCK_POLL);

	for (rq = finished.first; rq; rq = next) {
		next = rq->rq_next;
		blk_mq_complete_request(rq);
	}
	vbr_restart(queue);
}

/*
 * Gives the device up: resets it, so that it owns no memory of ours, and fails
 * what it had and what still comes. Needs no answer from the device. May sleep.
 */
void vbr_abandon(struct vbr_device *dev)
{
	struct request_queue *q = dev->disk->queue;
	unsigned int i;

	if (atomic_xchg(&dev->abandoned, 1))
		return;
	dev_warn(&dev->vdev->dev, "%s: giving up the device, its requests fail\n",
		 dev->disk->disk_name);
	blk_mq_quiesce_queue(q);
	vbr_fail_submission(dev);
	virtio_reset_device(dev->vdev);
	for (i = 0; i < dev->nr_queues; i++)
		vbr_fail_ring(&dev->queues[i]);
	blk_mq_unquiesce_queue(q);
}

static void vbr_abandon_work(struct work_struct *work)
{
	vbr_abandon(container_of(work, struct vbr_device, abandon_work));
}

static void vbr_reap_work(struct work_struct *work)
{
	struct vbr_device *dev = container_of(to_delayed_work(work), struct vbr_device, reap_work);

	vbr_poll_uninterrupted(dev);
	schedule_delayed_work(&dev->reap_work, VBR_REAP_INTERVAL);
}

void vbr_reaping_init(struct vbr_device *dev)
{
	INIT_DELAYED_WORK(&dev->reap_work, vbr_reap_work);
	INIT_WORK(&dev->abandon_work, vbr_abandon_work);
}

/* The removal begins: from here on every request gets finished, one way or other. */
void vbr_reaping_start(struct vbr_device *dev)
{
	WRITE_ONCE(dev->removing, true);
	if (!dev->queues[0].vq || virtqueue_is_broken(dev->queues[0].vq))
		vbr_abandon(dev);
	if (dev->settings.poll_mode != VBR_POLL_NONE)
		vbr_fault_reap(schedule_delayed_work(&dev->reap_work, 0));
}

/* No request is left, and none will come. */
void vbr_reaping_stop(struct vbr_device *dev)
{
	cancel_delayed_work_sync(&dev->reap_work);
	cancel_work_sync(&dev->abandon_work);
}
