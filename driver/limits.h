/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Pure arithmetic of the reference driver: how many queues, how deep, how many
 * segments and ranges. No kernel API is used, so the same file is unit-tested
 * in user space (tests/unit/driver). It must compile as C11 and as C++.
 */
#ifndef VBR_LIMITS_H
#define VBR_LIMITS_H

#include <linux/types.h>
#if !defined(__KERNEL__) && !defined(__cplusplus)
#include <stdbool.h>
#endif

/* Ranges in one discard or secure erase command: 256 x 16 bytes is one page. */
#define VBR_MAX_RANGES 256u

/* Bytes of one discard, write zeroes or secure erase range on the wire. */
#define VBR_RANGE_BYTES 16u

/* A chain holds the header, the data segments and the status byte. */
#define VBR_CHAIN_OVERHEAD 2u

/*
 * Segments a request may hold ahead of time with sgl_mode=preallocated. The
 * block layer takes a request and its private data from pages of order 4 at
 * most, and 1024 entries of 32 bytes are half of that.
 */
#define VBR_MAX_PREALLOCATED 1024u

/* sgl_mode=inline: entries that live in the request, the rest is pooled. */
#define VBR_INLINE_SEGMENTS 2u

static inline __u32 vbr_min(__u32 a, __u32 b)
{
	return a < b ? a : b;
}

static inline __u32 vbr_max(__u32 a, __u32 b)
{
	return a > b ? a : b;
}

/*
 * Number of request queues: what the device has, one per possible CPU at most,
 * and no more than @limit where that is not 0. @device is 1 without F_MQ. The
 * result is 0 only where the device says 0, which the caller refuses.
 */
static inline __u32 vbr_queue_count(__u32 device, __u32 cpus, __u32 limit)
{
	__u32 count = vbr_min(device, cpus);

	return limit ? vbr_min(count, limit) : count;
}

/* Poll queues out of @queues: at least one queue keeps its interrupt. */
static inline __u32 vbr_poll_queue_count(__u32 wanted, __u32 queues)
{
	return queues ? vbr_min(wanted, queues - 1) : 0;
}

/*
 * Data segments of one request. @seg_max is the device's (0 where it does not
 * say: one segment is the only safe answer), @ring the smallest ring's size,
 * @cap what the SGL memory allows. VirtIO limits a chain to the queue size even
 * where the chain lies in an indirect table. The result is 0 where the ring
 * cannot hold a data request at all.
 */
static inline __u32 vbr_segment_count(__u32 seg_max, __u32 ring, __u32 cap)
{
	__u32 room = ring > VBR_CHAIN_OVERHEAD ? ring - VBR_CHAIN_OVERHEAD : 0;

	return vbr_min(vbr_min(vbr_max(seg_max, 1), room), cap);
}

/*
 * Requests per hardware queue. @wanted 0 is the default: as many as the ring
 * has entries, or half of them where each request takes at least two
 * (header and status) because indirect descriptors are off.
 */
static inline __u32 vbr_queue_depth(__u32 wanted, __u32 ring, bool indirect)
{
	if (wanted)
		return wanted;
	return vbr_max(indirect ? ring : ring / 2, 1);
}

/*
 * Ranges in one command. @device 0 means that the device sets no limit;
 * @size_max (bytes, 0 = none) bounds the one buffer that carries the ranges.
 */
static inline __u32 vbr_range_count(__u32 device, __u32 size_max)
{
	__u32 count = device ? vbr_min(device, VBR_MAX_RANGES) : VBR_MAX_RANGES;

	if (size_max)
		count = vbr_min(count, size_max / VBR_RANGE_BYTES);
	return vbr_max(count, 1);
}

/* Sectors of one range; the device's 0 means no limit. */
static inline __u32 vbr_range_sectors(__u32 device)
{
	return device ? device : 0xffffffffu;
}

/*
 * Discard granularity in bytes: @alignment is in sectors of 512 bytes, 0 where
 * the device does not say. Values that overflow 32 bits count as unknown.
 */
static inline __u32 vbr_discard_granularity(__u32 alignment, __u32 block_size)
{
	if (!alignment || alignment > 0xffffffffu / 512)
		return block_size;
	return vbr_max(alignment * 512, block_size);
}

/*
 * Smaller of two limits where 0 means "feature absent": discard and secure
 * erase share the block layer's merge limits, so both must hold.
 */
static inline __u32 vbr_shared_limit(__u32 a, __u32 b)
{
	if (!a || !b)
		return a ? a : b;
	return vbr_min(a, b);
}

/* A logical block size that the block layer can use: 512 .. page, power of 2. */
static inline bool vbr_block_size_usable(__u32 size, __u32 page)
{
	return size >= 512 && size <= page && (size & (size - 1)) == 0;
}

#endif
