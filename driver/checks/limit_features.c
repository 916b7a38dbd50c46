// SPDX-License-Identifier: GPL-2.0-or-later
/* Features as part of the queue limits (6.11). */
#include <linux/blkdev.h>

void vbr_check(struct queue_limits *limits);
void vbr_check(struct queue_limits *limits)
{
	limits->features = BLK_FEAT_WRITE_CACHE | BLK_FEAT_ROTATIONAL;
}
