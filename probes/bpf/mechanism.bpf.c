// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * What a virtio-blk disk, its queues and its driver do, counted. The programs without a target in their section
 * get one from the loader: the driver's own functions, or what this kernel calls its transport's notification.
 */
#include "cells.bpf.h"

char LICENSE[] SEC("license") = "GPL";

/* --- the block layer: every driver ------------------------------------------------------------ */

static __always_inline void remember_issue(__u32 disk, __u32 queue, __u32 tag, __u32 place, struct rs_cell *cell)
{
	struct rs_slot *slot = slot_of(disk, queue, tag);
	struct runs *run = runs_at(place);
	__u64 now = bpf_ktime_get_ns();

	if (!slot || !run)
		return;
	if (slot->issued_ns)
		count(cell, RS_stale_slots, 1);
	slot->issued_ns = now;
	slot->cpu = bpf_get_smp_processor_id();
	slot->run = run->ended;
	if (run->first_issue_run != run->ended + 1) {
		run->first_issue_run = run->ended + 1;
		run->first_issue_ns = now;
	}
}

SEC("tp_btf/block_rq_issue")
int BPF_PROG(issue, struct request *rq)
{
	int disk;
	__u32 place, queue;
	struct rs_cell *cell;

	if (tier < 0)
		return 0;
	disk = disk_of(rq->q);
	if (disk < 0)
		return 0;
	queue = rq->mq_hctx->queue_num;
	place = place_of(disk, queue);
	cell = cell_at(place);
	if (!cell)
		return 0;
	count(cell, RS_issued, 1);
	/* Bit 23 on 6.1, bit 22 on 6.12. */
	if (rq->cmd_flags >> bpf_core_enum_value(enum req_flag_bits, __REQ_POLLED) & 1)
		count(cell, RS_issued_polled, 1);
	if (rq->mq_hctx->type == HCTX_TYPE_POLL)
		count(cell, RS_issued_on_poll_queue, 1);
	if (tier >= RS_TIER_HISTOGRAMS)
		remember_issue(disk, queue, rq->tag, place, cell);
	return 0;
}

/* When the kick that ended the request's run notified the device; 0: it did not, or too many came since. */
static __always_inline __u64 notified_at(__u32 disk, __u32 queue, const struct rs_slot *slot)
{
	__u32 place = (disk * (queues + 1) + queue) * cpus + slot->cpu;
	struct runs *run = runs_at(place);
	__u32 at = slot->run % RUN_HISTORY;

	if (!run || run->notify_run[at] != slot->run + 1)
		return 0;
	return run->notify_ns[at];
}

static __always_inline void interval(__u32 place, struct rs_cell *cell, enum rs_histogram histogram, __u64 from, __u64 to)
{
	if (to < from)
		count(cell, RS_negative, 1);
	else
		sample(place, histogram, to - from);
}

static __always_inline void remember_event(const struct rs_slot *slot, __u64 notified, __u64 now, __u32 disk, __u32 queue,
					   __u32 tag)
{
	struct rs_event *event = bpf_ringbuf_reserve(&events, sizeof(*event), 0);

	if (!event)
		return;
	event->issued_ns = slot->issued_ns;
	event->notified_ns = notified;
	event->completed_ns = now;
	event->disk = disk;
	event->queue = queue;
	event->tag = tag;
	event->cpu = bpf_get_smp_processor_id();
	bpf_ringbuf_submit(event, BPF_RB_NO_WAKEUP);
}

SEC("tp_btf/block_rq_complete")
int BPF_PROG(complete, struct request *rq)
{
	int disk;
	__u32 place, queue;
	struct rs_cell *cell;
	struct rs_slot *slot;
	__u64 now, notified;

	if (tier < 0)
		return 0;
	disk = disk_of(rq->q);
	if (disk < 0)
		return 0;
	queue = rq->mq_hctx->queue_num;
	place = place_of(disk, queue);
	cell = cell_at(place);
	if (!cell)
		return 0;
	count(cell, RS_completed, 1);
	if (tier < RS_TIER_HISTOGRAMS)
		return 0;
	slot = slot_of(disk, queue, rq->tag);
	if (!slot)
		return 0;
	if (!slot->issued_ns) {
		count(cell, RS_unpaired, 1);
		return 0;
	}
	now = bpf_ktime_get_ns();
	notified = notified_at(disk, queue, slot);
	interval(place, cell, RS_H_issue_to_complete_ns, slot->issued_ns, now);
	/* A device that was awake anyway may have been done before the notification. */
	if (notified && notified <= now)
		sample(place, RS_H_notify_to_complete_ns, now - notified);
	if (tier >= RS_TIER_EVENTS)
		remember_event(slot, notified, now, disk, queue, rq->tag);
	slot->issued_ns = 0;
	return 0;
}

SEC("tp_btf/block_rq_requeue")
int BPF_PROG(requeue, struct request *rq)
{
	int disk;
	struct rs_cell *cell;
	struct rs_slot *slot;

	if (tier < 0)
		return 0;
	disk = disk_of(rq->q);
	if (disk < 0)
		return 0;
	cell = cell_at(place_of(disk, rq->mq_hctx->queue_num));
	if (!cell)
		return 0;
	count(cell, RS_requeued, 1);
	if (tier < RS_TIER_HISTOGRAMS)
		return 0;
	slot = slot_of(disk, rq->mq_hctx->queue_num, rq->tag);
	if (slot)
		slot->issued_ns = 0;
	return 0;
}

/* --- the driver's mq_ops: targets set by the loader ------------------------------------------------ */

SEC("fentry")
int BPF_PROG(queue_rq_entry, struct blk_mq_hw_ctx *hctx)
{
	int disk;
	struct runs *run;

	if (tier < RS_TIER_HISTOGRAMS)
		return 0;
	disk = disk_of(hctx->queue);
	if (disk < 0)
		return 0;
	run = runs_at(place_of(disk, hctx->queue_num));
	if (run)
		run->queue_rq_ns = bpf_ktime_get_ns();
	return 0;
}

SEC("fexit")
int BPF_PROG(queue_rq, struct blk_mq_hw_ctx *hctx, const void *bd, __u64 status)
{
	int disk;
	__u32 place;
	struct rs_cell *cell;
	struct runs *run;
	__u64 now;

	if (tier < 0)
		return 0;
	disk = disk_of(hctx->queue);
	if (disk < 0)
		return 0;
	place = place_of(disk, hctx->queue_num);
	cell = cell_at(place);
	if (!cell)
		return 0;
	count(cell, RS_queue_rq_calls, 1);
	/* A blk_status_t: the values are the block layer's own, 0 is success. */
	if ((__u8)status)
		count(cell, RS_queue_rq_busy, 1);
	if (tier < RS_TIER_HISTOGRAMS)
		return 0;
	run = runs_at(place);
	now = bpf_ktime_get_ns();
	if (run && run->queue_rq_ns && now >= run->queue_rq_ns)
		sample(place, RS_H_queue_rq_ns, now - run->queue_rq_ns);
	return 0;
}

/* The list's first request: 6.1 passes struct request **, 6.12 struct rq_list *, which begins with one. */
static __always_inline struct request *first_of(void *ctx)
{
	__u64 list = 0;
	struct request *rq = NULL;

	/* A pointer to a pointer may not be loaded from the context on 6.1. */
	if (bpf_get_func_arg(ctx, 0, &list))
		return NULL;
	bpf_probe_read_kernel(&rq, sizeof(rq), (void *)list);
	return rq;
}

static __always_inline __u32 length_of(struct request *rq)
{
	__u32 length = 0;

	for (int i = 0; i < RS_MAX_BATCH; i++) {
		if (!rq)
			break;
		length++;
		rq = BPF_CORE_READ(rq, rq_next);
	}
	return length;
}

SEC("fentry")
int queue_rqs(void *ctx)
{
	struct request *rq;
	struct rs_cell *cell;
	__u32 place, length;
	int disk;

	if (tier < 0)
		return 0;
	rq = first_of(ctx);
	disk = rq ? disk_of(BPF_CORE_READ(rq, q)) : -1;
	if (disk < 0)
		return 0;
	place = place_of(disk, BPF_CORE_READ(rq, mq_hctx, queue_num));
	cell = cell_at(place);
	if (!cell)
		return 0;
	length = length_of(rq);
	count(cell, RS_batches, 1);
	count(cell, RS_batch_requests, length);
	if (tier >= RS_TIER_HISTOGRAMS)
		sample(place, RS_H_requests_per_batch, length);
	return 0;
}

SEC("fexit")
int queue_rqs_exit(void *ctx)
{
	struct request *rq;
	struct rs_cell *cell;
	int disk;

	if (tier < 0)
		return 0;
	rq = first_of(ctx);
	disk = rq ? disk_of(BPF_CORE_READ(rq, q)) : -1;
	if (disk < 0)
		return 0;
	cell = cell_at(place_of(disk, BPF_CORE_READ(rq, mq_hctx, queue_num)));
	if (cell)
		count(cell, RS_batch_left, length_of(rq));
	return 0;
}

SEC("fentry")
int BPF_PROG(commit_rqs, struct blk_mq_hw_ctx *hctx)
{
	struct rs_cell *cell;
	int disk;

	if (tier < 0)
		return 0;
	disk = disk_of(hctx->queue);
	cell = disk < 0 ? NULL : cell_at(place_of(disk, hctx->queue_num));
	if (cell)
		count(cell, RS_commits, 1);
	return 0;
}

SEC("fentry")
int BPF_PROG(poll_entry, struct blk_mq_hw_ctx *hctx)
{
	struct runs *run;
	int disk;

	if (tier < RS_TIER_HISTOGRAMS)
		return 0;
	disk = disk_of(hctx->queue);
	run = disk < 0 ? NULL : runs_at(place_of(disk, hctx->queue_num));
	if (run)
		run->poll_ns = run->poll_calls++ % RS_POLL_SAMPLE ? 0 : bpf_ktime_get_ns();
	return 0;
}

static __always_inline void sample_poll(__u32 place, int found)
{
	struct runs *run = runs_at(place);
	__u64 now;

	if (run && run->poll_ns) {
		now = bpf_ktime_get_ns();
		if (now >= run->poll_ns)
			sample(place, RS_H_poll_ns, now - run->poll_ns);
	}
	if (found > 0)
		sample(place, RS_H_completions_per_poll, found);
}

SEC("fexit")
int BPF_PROG(poll, struct blk_mq_hw_ctx *hctx, void *batch, int found)
{
	struct rs_cell *cell;
	__u32 place;
	int disk;

	if (tier < 0)
		return 0;
	disk = disk_of(hctx->queue);
	if (disk < 0)
		return 0;
	place = place_of(disk, hctx->queue_num);
	cell = cell_at(place);
	if (!cell)
		return 0;
	count(cell, RS_polls, 1);
	if (found > 0) {
		count(cell, RS_polls_with_work, 1);
		count(cell, RS_poll_completions, found);
	}
	if (tier >= RS_TIER_HISTOGRAMS)
		sample_poll(place, found);
	return 0;
}

/* --- the ring and the transport ---------------------------------------------------------------------- */

/* Only what is needed of it, because 6.1 has the type in a module and not in vmlinux.h. */
struct vring_virtqueue___part {
	unsigned int num_added;
} __attribute__((preserve_access_index));

static __always_inline int disk_of_ring(struct virtqueue *ring)
{
	return disk_of_device(ring->vdev->index);
}

SEC("fentry/virtqueue_kick_prepare")
int BPF_PROG(kick, struct virtqueue *ring)
{
	struct vring_virtqueue___part *inner = (void *)ring;
	struct rs_cell *cell;
	struct runs *run;
	__u32 place, added;
	int disk;

	if (tier < 0)
		return 0;
	disk = disk_of_ring(ring);
	if (disk < 0)
		return 0;
	place = place_of(disk, ring->index);
	cell = cell_at(place);
	run = runs_at(place);
	if (!cell || !run)
		return 0;
	added = BPF_CORE_READ(inner, num_added);
	run->added = added;
	count(cell, RS_kicks, 1);
	count(cell, RS_kick_requests, added);
	if (!added)
		count(cell, RS_kicks_empty, 1);
	if (tier >= RS_TIER_HISTOGRAMS && added)
		sample(place, RS_H_requests_per_kick, added);
	return 0;
}

SEC("fexit/virtqueue_kick_prepare")
int BPF_PROG(kick_exit, struct virtqueue *ring, __u64 needed)
{
	struct rs_cell *cell;
	struct runs *run;
	__u32 place;
	int disk;

	if (tier < 0)
		return 0;
	disk = disk_of_ring(ring);
	if (disk < 0)
		return 0;
	place = place_of(disk, ring->index);
	cell = cell_at(place);
	run = runs_at(place);
	if (!cell || !run)
		return 0;
	/* Both belong to one call: the driver holds its lock with interrupts off. */
	if (needed & 1)
		count(cell, RS_kicks_needed, 1);
	else if (run->added)
		count(cell, RS_kicks_suppressed, 1);
	if (tier < RS_TIER_HISTOGRAMS)
		return 0;
	run->notified_of = needed & 1 ? run->ended + 1 : 0;
	run->kicked_issue_ns = run->first_issue_run == run->ended + 1 ? run->first_issue_ns : 0;
	run->ended++;
	return 0;
}

static __always_inline void sample_notification(__u32 place)
{
	struct runs *run = runs_at(place);
	__u64 now = bpf_ktime_get_ns();
	__u32 at;

	if (!run || !run->notified_of)
		return;
	at = (run->notified_of - 1) % RUN_HISTORY;
	if (run->notify_run[at] == run->notified_of)
		return; /* a full ring notifies without a kick */
	run->notify_ns[at] = now;
	run->notify_run[at] = run->notified_of;
	if (run->kicked_issue_ns && now >= run->kicked_issue_ns)
		sample(place, RS_H_issue_to_notify_ns, now - run->kicked_issue_ns);
}

SEC("fentry")
int BPF_PROG(notify, struct virtqueue *ring)
{
	struct rs_cell *cell;
	__u32 place;
	int disk;

	if (tier < 0)
		return 0;
	disk = disk_of_ring(ring);
	if (disk < 0)
		return 0;
	place = place_of(disk, ring->index);
	cell = cell_at(place);
	if (!cell)
		return 0;
	count(cell, RS_notifications, 1);
	if (tier >= RS_TIER_HISTOGRAMS)
		sample_notification(place);
	return 0;
}

SEC("fentry/vring_interrupt")
int BPF_PROG(interrupt_entry, int irq, struct virtqueue *ring)
{
	struct rs_cell *cell;
	struct runs *run;
	__u32 place;
	int disk;

	if (tier < RS_TIER_HISTOGRAMS)
		return 0;
	/* The handler's argument is a void pointer, so its members are read and not loaded. */
	disk = disk_of_device(BPF_CORE_READ(ring, vdev, index));
	if (disk < 0)
		return 0;
	place = place_of(disk, BPF_CORE_READ(ring, index));
	cell = cell_at(place);
	run = runs_at(place);
	if (cell && run)
		run->completed_before = cell->counter[RS_completed];
	return 0;
}

SEC("fexit/vring_interrupt")
int BPF_PROG(interrupt, int irq, struct virtqueue *ring, int handled)
{
	struct rs_cell *cell;
	struct runs *run;
	__u32 place;
	int disk;

	if (tier < 0)
		return 0;
	disk = disk_of_device(BPF_CORE_READ(ring, vdev, index));
	if (disk < 0)
		return 0;
	place = place_of(disk, BPF_CORE_READ(ring, index));
	cell = cell_at(place);
	if (!cell)
		return 0;
	count(cell, RS_interrupts, 1);
	if (handled == IRQ_HANDLED && BPF_CORE_READ(ring, callback))
		count(cell, RS_callbacks, 1);
	if (tier < RS_TIER_HISTOGRAMS)
		return 0;
	run = runs_at(place);
	if (run && cell->counter[RS_completed] > run->completed_before)
		sample(place, RS_H_completions_per_interrupt, cell->counter[RS_completed] - run->completed_before);
	return 0;
}

/* --- what may be absent from a kernel ------------------------------------------------------------------- */

SEC("fentry/blk_mq_stop_hw_queue")
int BPF_PROG(stop, struct blk_mq_hw_ctx *hctx)
{
	struct rs_cell *cell;
	int disk;

	if (tier < 0)
		return 0;
	disk = disk_of(hctx->queue);
	cell = disk < 0 ? NULL : cell_at(place_of(disk, hctx->queue_num));
	if (cell)
		count(cell, RS_stops, 1);
	return 0;
}

SEC("fentry/bio_poll")
int BPF_PROG(bio_poll, struct bio *bio)
{
	struct rs_cell *cell;
	__u32 device;

	if (tier < 0)
		return 0;
	device = bio->bi_bdev->bd_dev;
	for (int i = 0; i < RS_MAX_DISKS; i++) {
		if (i >= disk_count || (polled_dev[i] != device && (i > 0 || !mapper_dev || mapper_dev != device)))
			continue;
		cell = cell_at(place_of(i, queues));
		if (cell)
			count(cell, RS_bio_polls, 1);
		break;
	}
	return 0;
}

SEC("fexit/dm_poll_bio")
int BPF_PROG(dm_poll, struct bio *bio, void *batch, unsigned int flags, int found)
{
	struct rs_cell *cell;

	if (tier < 0 || bio->bi_bdev->bd_dev != mapper_dev)
		return 0;
	cell = cell_at(place_of(0, queues));
	if (!cell)
		return 0;
	count(cell, RS_dm_polls, 1);
	if (found > 0)
		count(cell, RS_dm_polls_with_work, 1);
	return 0;
}

/* --- the reference driver's tracepoints ----------------------------------------------------------------- */

SEC("tp_btf")
int BPF_PROG(driver_kick, int device, unsigned int queue, bool sent, bool under_lock)
{
	int disk = tier < 0 ? -1 : disk_of_device(device);
	struct rs_cell *cell = disk < 0 ? NULL : cell_at(place_of(disk, queue));

	if (cell && sent)
		count(cell, under_lock ? RS_notified_locked : RS_notified_unlocked, 1);
	return 0;
}

SEC("tp_btf")
int BPF_PROG(driver_batch, int device, unsigned int queue, unsigned int size, unsigned int added)
{
	int disk = tier < 0 ? -1 : disk_of_device(device);
	struct rs_cell *cell = disk < 0 ? NULL : cell_at(place_of(disk, queue));

	if (!cell)
		return 0;
	count(cell, RS_driver_batches, 1);
	count(cell, RS_driver_batch_added, added);
	return 0;
}

SEC("tp_btf")
int BPF_PROG(driver_lock, int device, unsigned int queue, unsigned int site, __u64 wait_ns, __u64 hold_ns)
{
	int disk = tier < 0 ? -1 : disk_of_device(device);
	__u32 place = disk < 0 ? ~0u : place_of(disk, queue);
	struct rs_cell *cell = cell_at(place);

	if (!cell)
		return 0;
	count(cell, RS_lock_rounds, 1);
	count(cell, RS_lock_wait_ns, wait_ns);
	count(cell, RS_lock_hold_ns, hold_ns);
	sample(place, RS_H_lock_wait, wait_ns);
	sample(place, RS_H_lock_hold, hold_ns);
	return 0;
}

#include "fallback.bpf.h"
