/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The queue lock, with its tracepoint. The times live in the queue, where the
 * lock itself protects them, so that nothing is carried around while the
 * tracepoint is off. The event is emitted after the lock was dropped.
 */
#ifndef VBR_LOCK_H
#define VBR_LOCK_H

#include <linux/ktime.h>

#include "trace.h"
#include "vbr.h"

static __always_inline void vbr_lock(struct vbr_queue *queue, unsigned long *flags)
{
	u64 asked;

	if (!trace_lock_enabled()) {
		spin_lock_irqsave(&queue->lock, *flags);
		return;
	}
	asked = ktime_get_mono_fast_ns();
	spin_lock_irqsave(&queue->lock, *flags);
	queue->lock_asked = asked;
	queue->lock_taken = ktime_get_mono_fast_ns();
}

static __always_inline bool vbr_trylock(struct vbr_queue *queue, unsigned long *flags)
{
	if (!spin_trylock_irqsave(&queue->lock, *flags))
		return false;
	if (trace_lock_enabled()) {
		queue->lock_taken = ktime_get_mono_fast_ns();
		queue->lock_asked = queue->lock_taken;
	}
	return true;
}

static __always_inline void vbr_unlock(struct vbr_queue *queue, unsigned long flags,
				       enum vbr_lock_site site)
{
	u64 wait, taken;

	if (!trace_lock_enabled()) {
		spin_unlock_irqrestore(&queue->lock, flags);
		return;
	}
	taken = queue->lock_taken;
	wait = taken - queue->lock_asked;
	queue->lock_taken = 0;
	spin_unlock_irqrestore(&queue->lock, flags);
	/* 0: the event was switched on while the lock was held. */
	if (taken)
		trace_lock(queue->device_index, queue->index, site, wait,
			   ktime_get_mono_fast_ns() - taken);
}

#endif
