/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Kprobe twins of the programs on functions, for a module that came without BTF. They count the same where entry and
 * return need not be paired by anything but the CPU, and are marked as degraded: 6.1 drops nested events of kprobes
 * without counting them. They make no histograms.
 */
#ifndef RINGSIDE_FALLBACK_BPF_H
#define RINGSIDE_FALLBACK_BPF_H

/* Of the call that is under way on this CPU: set at entry, used at return. */
struct pending {
	__u64 poll_hctx;
	__u64 queue_rq_hctx;
};
struct {
	__uint(type, BPF_MAP_TYPE_PERCPU_ARRAY);
	__uint(max_entries, 1);
	__type(key, __u32);
	__type(value, struct pending);
} pending SEC(".maps");

static __always_inline struct pending *pending_here(void)
{
	__u32 key = 0;

	return bpf_map_lookup_elem(&pending, &key);
}

static __always_inline struct rs_cell *cell_of_hctx(struct blk_mq_hw_ctx *hctx)
{
	int disk = tier < 0 ? -1 : disk_of(BPF_CORE_READ(hctx, queue));

	return disk < 0 ? NULL : cell_at(place_of(disk, BPF_CORE_READ(hctx, queue_num)));
}

static __always_inline struct rs_cell *cell_of_ring(struct virtqueue *ring)
{
	int disk = tier < 0 ? -1 : disk_of_device(BPF_CORE_READ(ring, vdev, index));

	return disk < 0 ? NULL : cell_at(place_of(disk, BPF_CORE_READ(ring, index)));
}

SEC("kprobe")
int BPF_KPROBE(queue_rq_entry_kprobe, struct blk_mq_hw_ctx *hctx)
{
	struct pending *here = pending_here();

	if (here)
		here->queue_rq_hctx = (__u64)hctx;
	return 0;
}

SEC("kretprobe")
int BPF_KRETPROBE(queue_rq_kprobe, __u64 status)
{
	struct pending *here = pending_here();
	struct rs_cell *cell = here ? cell_of_hctx((void *)here->queue_rq_hctx) : NULL;

	if (!cell)
		return 0;
	count(cell, RS_queue_rq_calls, 1);
	if ((__u8)status)
		count(cell, RS_queue_rq_busy, 1);
	return 0;
}

SEC("kprobe")
int BPF_KPROBE(queue_rqs_kprobe, void *list)
{
	struct request *rq = NULL;
	struct rs_cell *cell;

	bpf_probe_read_kernel(&rq, sizeof(rq), list);
	cell = rq ? cell_of_hctx(BPF_CORE_READ(rq, mq_hctx)) : NULL;
	if (!cell)
		return 0;
	count(cell, RS_batches, 1);
	count(cell, RS_batch_requests, length_of(rq));
	return 0;
}

SEC("kprobe")
int BPF_KPROBE(commit_rqs_kprobe, struct blk_mq_hw_ctx *hctx)
{
	struct rs_cell *cell = cell_of_hctx(hctx);

	if (cell)
		count(cell, RS_commits, 1);
	return 0;
}

SEC("kprobe")
int BPF_KPROBE(poll_entry_kprobe, struct blk_mq_hw_ctx *hctx)
{
	struct pending *here = pending_here();

	if (here)
		here->poll_hctx = (__u64)hctx;
	return 0;
}

SEC("kretprobe")
int BPF_KRETPROBE(poll_kprobe, int found)
{
	struct pending *here = pending_here();
	struct rs_cell *cell = here ? cell_of_hctx((void *)here->poll_hctx) : NULL;

	if (!cell)
		return 0;
	count(cell, RS_polls, 1);
	if (found > 0) {
		count(cell, RS_polls_with_work, 1);
		count(cell, RS_poll_completions, found);
	}
	return 0;
}

SEC("kprobe")
int BPF_KPROBE(notify_kprobe, struct virtqueue *ring)
{
	struct rs_cell *cell = cell_of_ring(ring);

	if (cell)
		count(cell, RS_notifications, 1);
	return 0;
}

#endif
