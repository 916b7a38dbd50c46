/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the BPF programs leave in their maps: shared by the programs, the loader
 * and, by the names, the runner. Included from C and C++.
 */
#ifndef RINGSIDE_PROBE_ABI_H
#define RINGSIDE_PROBE_ABI_H

#define RS_MAX_DISKS 8
#define RS_MAX_BATCH 128 /* requests of one queue_rqs call that are counted; a plug holds no more */

/*
 * Histograms are log-linear: 2^4 buckets per power of two over all 64 bits,
 * values below 32 have one each. core/histogram.h calls this probes().
 */
#define RS_SUB_BUCKET_BITS 4
#define RS_BUCKETS (61 << RS_SUB_BUCKET_BITS)

/*
 * Counters: X(name, program). A counter is written by one program only, so a plain increment on the own CPU is safe:
 * a program does not nest on a CPU, the kernel refuses that and counts it as a miss of the program.
 * Where the program is not attached the counter is not reported at all.
 */
#define RS_COUNTERS(X)                                                                      \
	X(issued, issue)                     /* requests handed to the driver */            \
	X(issued_polled, issue)              /* of them, marked as polled */                \
	X(issued_on_poll_queue, issue)       /* of them, on a hardware queue of type poll */ \
	X(stale_slots, issue)                /* the tag's request before was never seen ending */ \
	X(completed, complete)                                                              \
	X(unpaired, complete)                /* completed without having been issued */     \
	X(negative, complete)                /* intervals that ended before they began */   \
	X(requeued, requeue)                                                                \
	X(queue_rq_calls, queue_rq)                                                         \
	X(queue_rq_busy, queue_rq)           /* returned a resource status */               \
	X(batches, queue_rqs)                /* calls of queue_rqs */                       \
	X(batch_requests, queue_rqs)         /* requests in their lists */                  \
	X(batch_left, queue_rqs_exit)        /* requests that they left to queue_rq */      \
	X(commits, commit_rqs)                                                              \
	X(polls, poll)                       /* calls of the driver's poll */               \
	X(polls_with_work, poll)             /* of them, found something */                 \
	X(poll_completions, poll)            /* what they found, added up */                \
	X(kicks, kick)                       /* calls of virtqueue_kick_prepare */          \
	X(kicks_empty, kick)                 /* of them, with nothing added since the last */ \
	X(kick_requests, kick)               /* buffers added before them, added up */      \
	X(kicks_needed, kick_exit)           /* the device wants a notification */          \
	X(kicks_suppressed, kick_exit)       /* it does not, although something was added */ \
	X(notifications, notify)             /* at the transport */                         \
	X(interrupts, interrupt)             /* calls of vring_interrupt */                 \
	X(callbacks, interrupt)              /* of them, the driver's callback ran */       \
	X(stops, stop)                       /* hardware queue stopped */                   \
	X(bio_polls, bio_poll)               /* of the whole device */                      \
	X(dm_polls, dm_poll)                 /* of a device-mapper disk above */            \
	X(dm_polls_with_work, dm_poll)                                                      \
	X(notified_locked, driver_kick)      /* the reference driver's own tracepoints */   \
	X(notified_unlocked, driver_kick)                                                   \
	X(driver_batches, driver_batch)                                                     \
	X(driver_batch_added, driver_batch)                                                 \
	X(lock_rounds, driver_lock)                                                         \
	X(lock_wait_ns, driver_lock)                                                        \
	X(lock_hold_ns, driver_lock)

/* Histograms of tier 1: X(name, program). Those ending in _ns are times, the others numbers. */
#define RS_HISTOGRAMS(X)                                                                    \
	X(queue_rq_ns, queue_rq)                                                            \
	X(issue_to_notify_ns, notify)        /* of the first request of a kick */           \
	X(notify_to_complete_ns, complete)                                                  \
	X(issue_to_complete_ns, complete)                                                   \
	X(poll_ns, poll)                     /* one call in RS_POLL_SAMPLE */               \
	X(requests_per_kick, kick)                                                          \
	X(requests_per_batch, queue_rqs)                                                    \
	X(completions_per_poll, poll)        /* of polls that found something */            \
	X(completions_per_interrupt, interrupt) /* ended on the interrupted CPU before it returned */ \
	X(lock_wait, driver_lock)            /* ns */                                       \
	X(lock_hold, driver_lock)            /* ns */

#define RS_POLL_SAMPLE 64

enum rs_counter {
#define X(name, program) RS_##name,
	RS_COUNTERS(X)
#undef X
	RS_COUNTER_COUNT
};

enum rs_histogram {
#define X(name, program) RS_H_##name,
	RS_HISTOGRAMS(X)
#undef X
	RS_HISTOGRAM_COUNT
};

/* Tiers as the loader passes them; "empty" attaches every program of tier 0 and returns at once. */
enum rs_tier {
	RS_TIER_EMPTY = -1,
	RS_TIER_COUNTERS = 0,
	RS_TIER_HISTOGRAMS = 1,
	RS_TIER_EVENTS = 2,
};

/* One per (disk, queue, CPU); the queue after the last one stands for the device itself. */
struct rs_cell {
	unsigned long long counter[RS_COUNTER_COUNT];
};

/* One per (disk, queue, CPU, histogram). */
struct rs_bins {
	unsigned long long count[RS_BUCKETS];
};

/* One sampled request in the ring buffer of tier 2. Times are the guest's monotonic clock, 0 where unknown. */
struct rs_event {
	unsigned long long issued_ns;
	unsigned long long notified_ns;
	unsigned long long completed_ns;
	unsigned int disk;
	unsigned int queue;
	unsigned int tag;
	unsigned int cpu; /* that completed it */
};

#endif
