// SPDX-License-Identifier: GPL-2.0-or-later
/* blk_rq_map_sg without the queue (6.15). */
#include <linux/blk-mq.h>

int vbr_check(struct request *rq, struct scatterlist *sg);
int vbr_check(struct request *rq, struct scatterlist *sg)
{
	return blk_rq_map_sg(rq, sg);
}
