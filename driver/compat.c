// SPDX-License-Identifier: GPL-2.0-or-later
/* The larger differences between kernels; see compat.h. */
#include <linux/slab.h>

#include "compat.h"

#ifndef VBR_HAVE_VIRTQUEUE_INFO
int vbr_find_vqs(struct virtio_device *vdev, unsigned int n, struct virtqueue **vqs,
		 struct vbr_vq_info *infos, struct irq_affinity *affinity)
{
	vq_callback_t **callbacks = kcalloc(n, sizeof(*callbacks), GFP_KERNEL);
	const char **names = kcalloc(n, sizeof(*names), GFP_KERNEL);
	unsigned int i;
	int err = -ENOMEM;

	if (callbacks && names) {
		for (i = 0; i < n; i++) {
			callbacks[i] = infos[i].callback;
			names[i] = infos[i].name;
		}
		err = virtio_find_vqs(vdev, n, vqs, callbacks, names, affinity);
	}
	kfree(names);
	kfree(callbacks);
	return err;
}
#endif

#ifdef VBR_HAVE_ALLOC_DISK_LIMITS
struct gendisk *vbr_alloc_disk(struct blk_mq_tag_set *set, const struct vbr_limits *limits,
			       void *data)
{
	struct queue_limits lim = {
		.max_hw_sectors = UINT_MAX,
		.max_segments = limits->max_segments,
		.max_segment_size = limits->max_segment_size,
		.logical_block_size = limits->logical_block_size,
		.physical_block_size = limits->physical_block_size,
		.alignment_offset = limits->alignment_offset,
		.io_min = limits->io_min,
		.io_opt = limits->io_opt,
		.max_hw_discard_sectors = limits->max_discard_sectors,
		.max_discard_segments = limits->max_discard_segments,
		.discard_granularity = limits->discard_granularity,
		.max_secure_erase_sectors = limits->max_secure_erase_sectors,
		.max_write_zeroes_sectors = limits->max_write_zeroes_sectors,
	};
#ifdef VBR_HAVE_LIMIT_FEATURES
	/* Rotational, as in kernels that have no way to say so. */
	lim.features = BLK_FEAT_ROTATIONAL;
	if (limits->writeback)
		lim.features |= BLK_FEAT_WRITE_CACHE;
	return blk_mq_alloc_disk(set, &lim, data);
#else
	struct gendisk *disk = blk_mq_alloc_disk(set, &lim, data);

	if (!IS_ERR(disk))
		blk_queue_write_cache(disk->queue, limits->writeback, false);
	return disk;
#endif
}
#else
struct gendisk *vbr_alloc_disk(struct blk_mq_tag_set *set, const struct vbr_limits *limits,
			       void *data)
{
	struct gendisk *disk = blk_mq_alloc_disk(set, data);
	struct request_queue *q;

	if (IS_ERR(disk))
		return disk;
	q = disk->queue;
	blk_queue_max_hw_sectors(q, UINT_MAX);
	blk_queue_max_segments(q, limits->max_segments);
	blk_queue_max_segment_size(q, limits->max_segment_size);
	blk_queue_logical_block_size(q, limits->logical_block_size);
	blk_queue_physical_block_size(q, limits->physical_block_size);
	blk_queue_alignment_offset(q, limits->alignment_offset);
	if (limits->io_min)
		blk_queue_io_min(q, limits->io_min);
	if (limits->io_opt)
		blk_queue_io_opt(q, limits->io_opt);
	if (limits->max_discard_sectors) {
		blk_queue_max_discard_sectors(q, limits->max_discard_sectors);
		blk_queue_max_discard_segments(q, limits->max_discard_segments);
		q->limits.discard_granularity = limits->discard_granularity;
	}
	blk_queue_max_secure_erase_sectors(q, limits->max_secure_erase_sectors);
	blk_queue_max_write_zeroes_sectors(q, limits->max_write_zeroes_sectors);
	blk_queue_write_cache(q, limits->writeback, false);
	return disk;
}
#endif

int vbr_set_writeback(struct request_queue *q, bool writeback)
{
#ifdef VBR_HAVE_LIMIT_FEATURES
	struct queue_limits lim = queue_limits_start_update(q);

	if (writeback)
		lim.features |= BLK_FEAT_WRITE_CACHE;
	else
		lim.features &= ~BLK_FEAT_WRITE_CACHE;
#ifdef VBR_HAVE_LIMITS_COMMIT_FROZEN
	return queue_limits_commit_update_frozen(q, &lim);
#else
	return queue_limits_commit_update(q, &lim);
#endif
#else
	blk_queue_write_cache(q, writeback, false);
	return 0;
#endif
}
