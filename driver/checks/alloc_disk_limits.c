// SPDX-License-Identifier: GPL-2.0-or-later
/* blk_mq_alloc_disk with limits (6.9). */
#include <linux/blk-mq.h>

struct gendisk *vbr_check(struct blk_mq_tag_set *set, void *data);
struct gendisk *vbr_check(struct blk_mq_tag_set *set, void *data)
{
	struct queue_limits limits = { .max_hw_discard_sectors = 1 };

	return blk_mq_alloc_disk(set, &limits, data);
}
