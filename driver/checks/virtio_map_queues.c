// SPDX-License-Identifier: GPL-2.0-or-later
/* Queue mapping along virtio's interrupt affinity (gone in favour of blk_mq_map_hw_queues). */
#include <linux/blk-mq.h>
#include <linux/blk-mq-virtio.h>

void vbr_check(struct blk_mq_queue_map *map, struct virtio_device *vdev);
void vbr_check(struct blk_mq_queue_map *map, struct virtio_device *vdev)
{
	blk_mq_virtio_map_queues(map, vdev, 0);
}
