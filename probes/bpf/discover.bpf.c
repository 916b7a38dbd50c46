// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Runs for one read of each disk: which request queue has it, and what does its
 * driver call queue_rq and the like? The loader looks the addresses up, so that
 * no driver's function names have to be known.
 */
#include "vmlinux.h"
#include <bpf/bpf_core_read.h>
#include <bpf/bpf_helpers.h>
#include <bpf/bpf_tracing.h>

#include "discovery.h"
#include "../abi/probe_abi.h"

char LICENSE[] SEC("license") = "GPL";

const volatile __u32 disk_count;
const volatile __u32 major[RS_MAX_DISKS];
const volatile __u32 minor[RS_MAX_DISKS];

struct rs_found found[RS_MAX_DISKS];

SEC("tp_btf/block_rq_issue")
int BPF_PROG(discover, struct request *rq)
{
	const struct blk_mq_ops *ops = BPF_CORE_READ(rq, q, mq_ops);
	__u32 rq_major = BPF_CORE_READ(rq, q, disk, major);
	__u32 rq_minor = BPF_CORE_READ(rq, q, disk, first_minor);

	for (int i = 0; i < RS_MAX_DISKS; i++) {
		if (i >= disk_count || major[i] != rq_major || minor[i] != rq_minor)
			continue;
		found[i].queue = (__u64)BPF_CORE_READ(rq, q);
		found[i].hardware_queues = BPF_CORE_READ(rq, q, nr_hw_queues);
		found[i].depth = BPF_CORE_READ(rq, mq_hctx, tags, nr_tags);
		found[i].queue_rq = (__u64)BPF_CORE_READ(ops, queue_rq);
		found[i].queue_rqs = (__u64)BPF_CORE_READ(ops, queue_rqs);
		found[i].commit_rqs = (__u64)BPF_CORE_READ(ops, commit_rqs);
		found[i].poll = (__u64)BPF_CORE_READ(ops, poll);
	}
	return 0;
}
