/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What discover.bpf.c finds out about one disk, for the loader. Addresses are the kernel's; 0: there is none. */
#ifndef RINGSIDE_DISCOVERY_H
#define RINGSIDE_DISCOVERY_H

struct rs_found {
	unsigned long long queue; /* struct request_queue; 0 until a request was seen */
	unsigned long long queue_rq;
	unsigned long long queue_rqs;
	unsigned long long commit_rqs;
	unsigned long long poll;
	unsigned int hardware_queues;
	unsigned int depth; /* tags of a hardware queue */
};

#endif
