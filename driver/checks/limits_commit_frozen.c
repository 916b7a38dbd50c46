// SPDX-License-Identifier: GPL-2.0-or-later
/* Changing limits with the queue frozen by the block layer (6.13). */
#include <linux/blkdev.h>

int vbr_check(struct request_queue *q, struct queue_limits *limits);
int vbr_check(struct request_queue *q, struct queue_limits *limits)
{
	return queue_limits_commit_update_frozen(q, limits);
}
