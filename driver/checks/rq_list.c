// SPDX-License-Identifier: GPL-2.0-or-later
/* queue_rqs with a first-in first-out list (6.13). */
#include <linux/blk-mq.h>

static void vbr_check_queue_rqs(struct rq_list *list)
{
	rq_list_init(list);
}

struct blk_mq_ops vbr_check_ops;
struct blk_mq_ops vbr_check_ops = { .queue_rqs = vbr_check_queue_rqs };
