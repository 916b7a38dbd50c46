// SPDX-License-Identifier: GPL-2.0-or-later
/* getgeo of a disk, not of a block device (6.18). */
#include <linux/blkdev.h>

static int vbr_check_getgeo(struct gendisk *disk, struct hd_geometry *geo)
{
	return 0;
}

struct block_device_operations vbr_check_ops;
struct block_device_operations vbr_check_ops = { .getgeo = vbr_check_getgeo };
