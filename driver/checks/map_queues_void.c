// SPDX-License-Identifier: GPL-2.0-or-later
/* map_queues without a result (6.1). */
#include <linux/blk-mq.h>

static void vbr_check_map(struct blk_mq_tag_set *set)
{
}

struct blk_mq_ops vbr_check_ops;
struct blk_mq_ops vbr_check_ops = { .map_queues = vbr_check_map };
