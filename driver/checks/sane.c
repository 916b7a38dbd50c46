// SPDX-License-Identifier: GPL-2.0-or-later
/* The least a kernel must have: without this the other answers mean nothing. */
#include <linux/blk-mq.h>
#include <linux/virtio_config.h>

blk_status_t vbr_check(struct request *rq, struct virtqueue *vq);
blk_status_t vbr_check(struct request *rq, struct virtqueue *vq)
{
	return virtqueue_kick(vq) ? BLK_STS_OK : BLK_STS_IOERR;
}
