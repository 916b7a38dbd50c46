/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Maps and what is computed on them. Arrays only: a hash keyed by request costs
 * several times what the slot of a tag does.
 */
#ifndef RINGSIDE_CELLS_BPF_H
#define RINGSIDE_CELLS_BPF_H

#include "vmlinux.h"
#include <bpf/bpf_core_read.h>
#include <bpf/bpf_helpers.h>
#include <bpf/bpf_tracing.h>

#include "../abi/probe_abi.h"

/* Set by the loader before the programs are loaded: the verifier then removes what a tier does not do. */
const volatile int tier = RS_TIER_COUNTERS;
const volatile __u32 disk_count;
const volatile __u64 disk_queue[RS_MAX_DISKS]; /* address of the struct request_queue */
const volatile __u32 virtio_index[RS_MAX_DISKS];
const volatile __u32 polled_dev[RS_MAX_DISKS]; /* dev_t of each disk, for bio_poll */
const volatile __u32 mapper_dev;	       /* dev_t of the device-mapper disk above them, 0: none */
const volatile __u32 queues;		       /* of a disk, without the one for the device */
const volatile __u32 depth;		       /* tags of a queue */
const volatile __u32 cpus;

/* The sizes are the loader's to set. */
struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(map_flags, BPF_F_MMAPABLE);
	__uint(max_entries, 1);
	__type(key, __u32);
	__type(value, struct rs_cell);
} cells SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(map_flags, BPF_F_MMAPABLE);
	__uint(max_entries, 1);
	__type(key, __u32);
	__type(value, struct rs_bins);
} bins SEC(".maps");

/* A request on its way, by (disk, queue, tag): written at issue and at completion, which never overlap. */
struct rs_slot {
	__u64 issued_ns;
	__u32 cpu; /* that issued it */
	__u32 run; /* of that CPU and queue, see struct runs */
};
struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, 1);
	__type(key, __u32);
	__type(value, struct rs_slot);
} slots SEC(".maps");

/*
 * A run is what one CPU puts into one queue up to a kick. Each member is
 * written by one program only, so nothing is lost between them.
 */
#define RUN_HISTORY 16
struct runs {
	__u64 first_issue_ns; /* issue */
	__u32 first_issue_run; /* issue: the run it belongs to, plus 1 */
	__u32 ended;	       /* kick_exit: runs so far */
	__u32 added;	       /* kick: buffers in the run that is being kicked */
	__u32 notified_of;     /* kick_exit: the run that the next notification is for, plus 1 */
	__u64 kicked_issue_ns; /* kick_exit: its first issue */
	__u64 notify_ns[RUN_HISTORY]; /* notify */
	__u32 notify_run[RUN_HISTORY]; /* notify: run plus 1 */
	__u64 queue_rq_ns;     /* queue_rq's entry */
	__u64 poll_ns;	       /* poll's entry, every RS_POLL_SAMPLE-th */
	__u64 poll_calls;      /* poll's entry */
	__u64 completed_before; /* interrupt's entry */
};
struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, 1);
	__type(key, __u32);
	__type(value, struct runs);
} runs SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_RINGBUF);
	__uint(max_entries, 1 << 12);
} events SEC(".maps");

/* The disk with this request queue, or -1. */
static __always_inline int disk_of(const void *queue)
{
	for (int i = 0; i < RS_MAX_DISKS; i++) {
		if (i < disk_count && disk_queue[i] == (__u64)queue)
			return i;
	}
	return -1;
}

static __always_inline int disk_of_device(__u32 index)
{
	for (int i = 0; i < RS_MAX_DISKS; i++) {
		if (i < disk_count && virtio_index[i] == index)
			return i;
	}
	return -1;
}

/* The queue's place for this CPU; beyond the maps' end for a queue that the disk does not have. */
static __always_inline __u32 place_of(__u32 disk, __u32 queue)
{
	if (queue > queues)
		return ~0u;
	return (disk * (queues + 1) + queue) * cpus + bpf_get_smp_processor_id();
}

static __always_inline struct rs_cell *cell_at(__u32 place)
{
	return bpf_map_lookup_elem(&cells, &place);
}

static __always_inline struct runs *runs_at(__u32 place)
{
	return bpf_map_lookup_elem(&runs, &place);
}

static __always_inline struct rs_slot *slot_of(__u32 disk, __u32 queue, __u32 tag)
{
	__u32 key = (disk * queues + queue) * depth + tag;

	if (queue >= queues || tag >= depth)
		return NULL;
	return bpf_map_lookup_elem(&slots, &key);
}

static __always_inline void count(struct rs_cell *cell, enum rs_counter counter, __u64 by)
{
	cell->counter[counter] += by;
}

/* floor(log2(value)) of a value above 0, without loops: this target has no instruction for it. */
static __always_inline __u32 log2_of(__u64 value)
{
	__u32 out = 0;

	if (value >> 32) { value >>= 32; out += 32; }
	if (value >> 16) { value >>= 16; out += 16; }
	if (value >> 8) { value >>= 8; out += 8; }
	if (value >> 4) { value >>= 4; out += 4; }
	if (value >> 2) { value >>= 2; out += 2; }
	if (value >> 1) { out += 1; }
	return out;
}

/* core/histogram.h, HistogramResolution::index_of. */
static __always_inline __u32 bucket_of(__u64 value)
{
	__u32 shift;

	if (value < (1u << (RS_SUB_BUCKET_BITS + 1)))
		return value;
	shift = log2_of(value) - RS_SUB_BUCKET_BITS;
	return (shift << RS_SUB_BUCKET_BITS) + (__u32)(value >> shift);
}

/* Adds to a histogram of this place; each histogram is written by one program only, as the counters are. */
static __always_inline void sample(__u32 place, enum rs_histogram histogram, __u64 value)
{
	__u32 key = place * RS_HISTOGRAM_COUNT + histogram;
	struct rs_bins *to = bpf_map_lookup_elem(&bins, &key);
	__u32 bucket = bucket_of(value);

	if (to && bucket < RS_BUCKETS)
		to->count[bucket]++;
}

#endif
