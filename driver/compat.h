/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Differences between kernels, and nothing else about the driver. api.h is
 * written at build time by checks/run.sh, which compiles each checks/NAME.c
 * against the kernel at hand and defines VBR_HAVE_NAME where that works: what
 * counts is what the headers have, since distributions backport.
 */
#ifndef VBR_COMPAT_H
#define VBR_COMPAT_H

#include <linux/blk-mq.h>
#include <linux/blk-mq-virtio.h>
#include <linux/hdreg.h>
#include <linux/virtio.h>
#include <linux/virtio_blk.h>
#include <linux/virtio_config.h>

#include "api.h"

#ifndef VBR_HAVE_MAP_QUEUES_VOID
#define VBR_MAP_QUEUES_RETURNS_INT
#endif

/* The request timeout callback's further argument, until 6.0. */
#ifdef VBR_HAVE_TIMEOUT_SINGLE
#define VBR_TIMEOUT_ARGUMENTS struct request *rq
#else
#define VBR_TIMEOUT_ARGUMENTS struct request *rq, bool reserved
#endif

/* The zoned feature, which headers before 6.3 do not name. */
#ifndef VIRTIO_BLK_F_ZONED
#define VIRTIO_BLK_F_ZONED 17
#define VIRTIO_BLK_Z_NONE 0
#endif
/* Offset of virtio_blk_config.zoned.model, for the same headers. */
#define VBR_CONFIG_ZONED_MODEL 92

/* Virtqueues: arrays of names and callbacks, or of structures (6.11). */
#ifdef VBR_HAVE_VIRTQUEUE_INFO
#define vbr_vq_info virtqueue_info

static inline int vbr_find_vqs(struct virtio_device *vdev, unsigned int n,
			       struct virtqueue **vqs, struct vbr_vq_info *infos,
			       struct irq_affinity *affinity)
{
	return virtio_find_vqs(vdev, n, vqs, infos, affinity);
}
#else
struct vbr_vq_info {
	const char *name;
	vq_callback_t *callback;
};

int vbr_find_vqs(struct virtio_device *vdev, unsigned int n, struct virtqueue **vqs,
		 struct vbr_vq_info *infos, struct irq_affinity *affinity);
#endif

/*
 * CPUs to queues along the interrupts' affinity. Where both functions exist the
 * older one is right: in 6.12 the newer one does not know virtio's vectors.
 */
static inline void vbr_map_by_affinity(struct blk_mq_queue_map *map, struct virtio_device *vdev)
{
#ifdef VBR_HAVE_VIRTIO_MAP_QUEUES
	blk_mq_virtio_map_queues(map, vdev, 0);
#else
	blk_mq_map_hw_queues(map, &vdev->dev, 0);
#endif
}

/*
 * Plugged requests: a list whose head is the newest (before 6.13) or the oldest
 * request. Taking it gives a chain through rq_next, oldest first, either way.
 */
#ifdef VBR_HAVE_RQ_LIST
typedef struct rq_list vbr_rq_list;

static __always_inline struct request *vbr_rq_list_take(vbr_rq_list *list)
{
	struct request *first = list->head;

	rq_list_init(list);
	return first;
}
#else
typedef struct request *vbr_rq_list;

static __always_inline struct request *vbr_rq_list_take(vbr_rq_list *list)
{
	struct request *newest = *list, *first = NULL;

	while (newest) {
		struct request *older = newest->rq_next;

		newest->rq_next = first;
		first = newest;
		newest = older;
	}
	*list = NULL;
	return first;
}
#endif

/*
 * Starts a request of a batch. Until 6.7, the kernel whose series took
 * RQF_MQ_INFLIGHT away, the block layer entered a request in the table of its
 * tags on the way to queue_rq alone: without the entry neither the timeout nor
 * the count of requests in flight sees one that came by queue_rqs.
 */
static __always_inline void vbr_start_batched(struct request *rq)
{
#ifdef RQF_MQ_INFLIGHT
	rq->mq_hctx->tags->rqs[rq->tag] = rq;
#endif
	blk_mq_start_request(rq);
}

/*
 * Requeues one of several requests so that all come back in the order of the
 * calls. While RQF_SOFTBARRIER existed the requeue list was last-in first-out
 * and emptied to the head of the queue: two reversals. Since then it is
 * first-in first-out, and only a request that the driver says it has prepared
 * goes to the tail.
 */
static inline void vbr_requeue_in_order(struct request *rq)
{
#ifndef RQF_SOFTBARRIER
	rq->rq_flags |= RQF_DONTPREP;
#endif
	blk_mq_requeue_request(rq, false);
}

static __always_inline int vbr_rq_map_sg(struct request *rq, struct scatterlist *sg)
{
#ifdef VBR_HAVE_MAP_SG_RQ
	return blk_rq_map_sg(rq, sg);
#else
	return blk_rq_map_sg(rq->q, rq, sg);
#endif
}

static inline int vbr_rq_map_kern(struct request *rq, void *data, unsigned int len, gfp_t gfp)
{
#ifdef VBR_HAVE_MAP_KERN_RQ
	return blk_rq_map_kern(rq, data, len, gfp);
#else
	return blk_rq_map_kern(rq->q, rq, data, len, gfp);
#endif
}

/* Merging had to be asked for until 6.14. */
#ifdef VBR_HAVE_SHOULD_MERGE
#define VBR_TAG_SET_FLAGS BLK_MQ_F_SHOULD_MERGE
#else
#define VBR_TAG_SET_FLAGS 0
#endif

/* getgeo's first argument: the disk since 6.18. */
#ifdef VBR_HAVE_GETGEO_DISK
typedef struct gendisk vbr_geo_target;
#define vbr_geo_disk(target) (target)
#else
typedef struct block_device vbr_geo_target;
#define vbr_geo_disk(target) ((target)->bd_disk)
#endif

/* What the block layer is told about a device; bytes unless it says sectors. */
struct vbr_limits {
	unsigned int max_segments;
	unsigned int max_segment_size;
	unsigned int logical_block_size;
	unsigned int physical_block_size;
	unsigned int alignment_offset;
	unsigned int io_min;
	unsigned int io_opt;
	unsigned int max_discard_sectors;	/* 0: no discard */
	unsigned int max_discard_segments;
	unsigned int discard_granularity;
	unsigned int max_secure_erase_sectors;	/* 0: no secure erase */
	unsigned int max_write_zeroes_sectors;	/* 0: no write zeroes */
	bool writeback;
};

/* A disk with these limits on @set; an ERR_PTR on failure. */
struct gendisk *vbr_alloc_disk(struct blk_mq_tag_set *set, const struct vbr_limits *limits,
			       void *data);

/* Switches between write back and write through, under I/O. 0 or -errno. */
int vbr_set_writeback(struct request_queue *q, bool writeback);

#endif
