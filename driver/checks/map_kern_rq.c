// SPDX-License-Identifier: GPL-2.0-or-later
/* blk_rq_map_kern without the queue (6.16). */
#include <linux/blk-mq.h>

int vbr_check(struct request *rq, void *data);
int vbr_check(struct request *rq, void *data)
{
	return blk_rq_map_kern(rq, data, 512, GFP_KERNEL);
}
