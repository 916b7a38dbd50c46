// SPDX-License-Identifier: GPL-2.0-or-later
/* timeout without the `reserved` argument (6.0). */
#include <linux/blk-mq.h>

static enum blk_eh_timer_return vbr_check_timeout(struct request *rq)
{
	return BLK_EH_RESET_TIMER;
}

struct blk_mq_ops vbr_check_ops;
struct blk_mq_ops vbr_check_ops = { .timeout = vbr_check_timeout };
