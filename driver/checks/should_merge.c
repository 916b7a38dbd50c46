// SPDX-License-Identifier: GPL-2.0-or-later
/* Merging has to be asked for (until 6.14). */
#include <linux/blk-mq.h>

unsigned int vbr_check(void);
unsigned int vbr_check(void)
{
	return BLK_MQ_F_SHOULD_MERGE;
}
