/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Tracepoints of the reference driver. They carry computed values that no probe
 * from outside can see: batch sizes, whether a notification was suppressed or
 * sent under the lock, lock wait and hold time. A switched-off tracepoint is
 * one no-op; the clock is read only while `lock` is on.
 */
#undef TRACE_SYSTEM
#define TRACE_SYSTEM virtio_blk_ref

#if !defined(VBR_TRACE_H) || defined(TRACE_HEADER_MULTI_READ)
#define VBR_TRACE_H

#include <linux/tracepoint.h>

#ifndef VBR_LOCK_SITES
#define VBR_LOCK_SITES
/* Who took the queue lock. */
enum vbr_lock_site {
	VBR_LOCK_QUEUE_RQ,
	VBR_LOCK_QUEUE_RQS,
	VBR_LOCK_COMMIT,
	VBR_LOCK_INTERRUPT,
	VBR_LOCK_POLL,
};

/*
 * Emits an event. While it is off its arguments are not even loaded, which the
 * compiler does not manage by itself.
 */
#define vbr_trace(_event, ...)						\
	do {								\
		if (trace_##_event##_enabled())				\
			trace_##_event(__VA_ARGS__);			\
	} while (0)
#endif

/* A request is about to enter the ring. */
TRACE_EVENT(queue_rq,
	TP_PROTO(int device, unsigned int queue, int tag, unsigned int op, u64 sector,
		 unsigned int bytes, unsigned int segments, unsigned int ring_free),
	TP_ARGS(device, queue, tag, op, sector, bytes, segments, ring_free),
	TP_STRUCT__entry(
		__field(int, device)
		__field(unsigned int, queue)
		__field(int, tag)
		__field(unsigned int, op)
		__field(u64, sector)
		__field(unsigned int, bytes)
		__field(unsigned int, segments)
		__field(unsigned int, ring_free)
	),
	TP_fast_assign(
		__entry->device = device;
		__entry->queue = queue;
		__entry->tag = tag;
		__entry->op = op;
		__entry->sector = sector;
		__entry->bytes = bytes;
		__entry->segments = segments;
		__entry->ring_free = ring_free;
	),
	TP_printk("device=%d queue=%u tag=%d op=%u sector=%llu bytes=%u segments=%u ring_free=%u",
		  __entry->device, __entry->queue, __entry->tag, __entry->op, __entry->sector,
		  __entry->bytes, __entry->segments, __entry->ring_free)
);

/* queue_rqs put one run of requests into a ring: @added of @size went in. */
TRACE_EVENT(batch,
	TP_PROTO(int device, unsigned int queue, unsigned int size, unsigned int added),
	TP_ARGS(device, queue, size, added),
	TP_STRUCT__entry(
		__field(int, device)
		__field(unsigned int, queue)
		__field(unsigned int, size)
		__field(unsigned int, added)
	),
	TP_fast_assign(
		__entry->device = device;
		__entry->queue = queue;
		__entry->size = size;
		__entry->added = added;
	),
	TP_printk("device=%d queue=%u size=%u added=%u",
		  __entry->device, __entry->queue, __entry->size, __entry->added)
);

/*
 * A run ended: was a notification sent, or suppressed by the device? The ring
 * code notifies by itself when a request finds no room; that is not seen here.
 */
TRACE_EVENT(kick,
	TP_PROTO(int device, unsigned int queue, bool sent, bool under_lock),
	TP_ARGS(device, queue, sent, under_lock),
	TP_STRUCT__entry(
		__field(int, device)
		__field(unsigned int, queue)
		__field(bool, sent)
		__field(bool, under_lock)
	),
	TP_fast_assign(
		__entry->device = device;
		__entry->queue = queue;
		__entry->sent = sent;
		__entry->under_lock = under_lock;
	),
	TP_printk("device=%d queue=%u sent=%d under_lock=%d",
		  __entry->device, __entry->queue, __entry->sent, __entry->under_lock)
);

/* One call of the poll callback; @skipped: another CPU held the lock. */
TRACE_EVENT(poll,
	TP_PROTO(int device, unsigned int queue, unsigned int found, bool skipped),
	TP_ARGS(device, queue, found, skipped),
	TP_STRUCT__entry(
		__field(int, device)
		__field(unsigned int, queue)
		__field(unsigned int, found)
		__field(bool, skipped)
	),
	TP_fast_assign(
		__entry->device = device;
		__entry->queue = queue;
		__entry->found = found;
		__entry->skipped = skipped;
	),
	TP_printk("device=%d queue=%u found=%u skipped=%d",
		  __entry->device, __entry->queue, __entry->found, __entry->skipped)
);

/* The block layer ends a request; @status is the device's byte. */
TRACE_EVENT(complete,
	TP_PROTO(int device, unsigned int queue, int tag, unsigned int status, bool batched),
	TP_ARGS(device, queue, tag, status, batched),
	TP_STRUCT__entry(
		__field(int, device)
		__field(unsigned int, queue)
		__field(int, tag)
		__field(unsigned int, status)
		__field(bool, batched)
	),
	TP_fast_assign(
		__entry->device = device;
		__entry->queue = queue;
		__entry->tag = tag;
		__entry->status = status;
		__entry->batched = batched;
	),
	TP_printk("device=%d queue=%u tag=%d status=%u batched=%d",
		  __entry->device, __entry->queue, __entry->tag, __entry->status,
		  __entry->batched)
);

/* One round of the queue lock, times in nanoseconds. */
TRACE_EVENT(lock,
	TP_PROTO(int device, unsigned int queue, unsigned int site, u64 wait_ns, u64 hold_ns),
	TP_ARGS(device, queue, site, wait_ns, hold_ns),
	TP_STRUCT__entry(
		__field(int, device)
		__field(unsigned int, queue)
		__field(unsigned int, site)
		__field(u64, wait_ns)
		__field(u64, hold_ns)
	),
	TP_fast_assign(
		__entry->device = device;
		__entry->queue = queue;
		__entry->site = site;
		__entry->wait_ns = wait_ns;
		__entry->hold_ns = hold_ns;
	),
	TP_printk("device=%d queue=%u site=%s wait_ns=%llu hold_ns=%llu",
		  __entry->device, __entry->queue,
		  __print_symbolic(__entry->site,
				   { 0, "queue_rq" }, { 1, "queue_rqs" }, { 2, "commit_rqs" },
				   { 3, "interrupt" }, { 4, "poll" }),
		  __entry->wait_ns, __entry->hold_ns)
);

#endif

#undef TRACE_INCLUDE_PATH
#define TRACE_INCLUDE_PATH .
#undef TRACE_INCLUDE_FILE
#define TRACE_INCLUDE_FILE trace
#include <trace/define_trace.h>
