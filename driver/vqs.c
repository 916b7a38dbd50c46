// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Virtqueues and which CPU uses which: [0, N-M) serve ordinary I/O by
 * interrupt, [N-M, N) serve polled I/O and have no callback.
 */
#include <linux/cpumask.h>
#include <linux/interrupt.h>
#include <linux/slab.h>

#include "vbr.h"

static unsigned int vbr_nr_default(const struct vbr_device *dev)
{
	return dev->nr_queues - dev->nr_poll;
}

/*
 * Decides how many queues there are of which kind, once per probe, and makes
 * room for them. -EINVAL for a device that offers multiqueue and no queue.
 */
int vbr_vqs_count(struct vbr_device *dev)
{
	struct virtio_device *vdev = dev->vdev;
	struct vbr_settings *settings = &dev->settings;
	u16 offered = 1;
	unsigned int i;

	if (virtio_has_feature(vdev, VIRTIO_BLK_F_MQ))
		virtio_cread(vdev, struct virtio_blk_config, num_queues, &offered);
	dev->nr_queues = vbr_queue_count(offered, nr_cpu_ids, settings->num_request_queues);
	if (!dev->nr_queues) {
		dev_err(&vdev->dev, "the device offers multiqueue with zero queues\n");
		return -EINVAL;
	}
	dev->nr_poll = vbr_poll_queue_count(settings->poll_queues, dev->nr_queues);
	if (dev->nr_poll < settings->poll_queues)
		dev_warn(&vdev->dev, "poll_queues=%u clamped to %u: the device has %u usable queues\n",
			 settings->poll_queues, dev->nr_poll, dev->nr_queues);
	if (settings->poll_mode == VBR_POLL_DEDICATED && !dev->nr_poll)
		settings->poll_mode = VBR_POLL_NONE;

	dev->queues = kcalloc(dev->nr_queues, sizeof(*dev->queues), GFP_KERNEL);
	if (!dev->queues)
		return -ENOMEM;
	for (i = 0; i < dev->nr_queues; i++) {
		struct vbr_queue *queue = &dev->queues[i];

		spin_lock_init(&queue->lock);
		queue->dev = dev;
		queue->index = i;
		queue->device_index = vdev->index;
		snprintf(queue->name, sizeof(queue->name),
			 i < vbr_nr_default(dev) ? "req.%u" : "req_poll.%u", i);
	}
	return 0;
}

static void vbr_vqs_attach(struct vbr_device *dev, struct virtqueue **vqs)
{
	unsigned long flags;
	unsigned int i;

	dev->ring_size = UINT_MAX;
	for (i = 0; i < dev->nr_queues; i++) {
		struct vbr_queue *queue = &dev->queues[i];

		spin_lock_irqsave(&queue->lock, flags);
		queue->vq = vqs[i];
		queue->polled = 0;
		spin_unlock_irqrestore(&queue->lock, flags);
		dev->ring_size = min(dev->ring_size, virtqueue_get_vring_size(vqs[i]));
	}
}

/* Creates the rings: at probe, and again when the system resumes. */
int vbr_vqs_create(struct vbr_device *dev)
{
	struct irq_affinity affinity = {};
	vq_callback_t *callback = vbr_choose_callback(dev);
	struct vbr_vq_info *infos;
	struct virtqueue **vqs;
	unsigned int i;
	int err = -ENOMEM;

	infos = kcalloc(dev->nr_queues, sizeof(*infos), GFP_KERNEL);
	vqs = kcalloc(dev->nr_queues, sizeof(*vqs), GFP_KERNEL);
	if (!infos || !vqs)
		goto out_free;
	for (i = 0; i < dev->nr_queues; i++) {
		infos[i].name = dev->queues[i].name;
		infos[i].callback = i < vbr_nr_default(dev) ? callback : NULL;
	}
	err = vbr_find_vqs(dev->vdev, dev->nr_queues, vqs, infos, &affinity);
	if (!err)
		vbr_vqs_attach(dev, vqs);
out_free:
	kfree(vqs);
	kfree(infos);
	return err;
}

/* The device must be reset. Afterwards nobody finds a ring, not even a poller. */
void vbr_vqs_delete(struct vbr_device *dev)
{
	unsigned long flags;
	unsigned int i;

	for (i = 0; i < dev->nr_queues; i++) {
		struct vbr_queue *queue = &dev->queues[i];

		spin_lock_irqsave(&queue->lock, flags);
		queue->vq = NULL;
		spin_unlock_irqrestore(&queue->lock, flags);
	}
	dev->vdev->config->del_vqs(dev->vdev);
}

static void vbr_map_all(struct vbr_device *dev)
{
	struct blk_mq_queue_map *map = dev->tag_set.map;
	struct blk_mq_queue_map *ordinary = &map[HCTX_TYPE_DEFAULT];
	struct blk_mq_queue_map *polled = &map[HCTX_TYPE_POLL];

	ordinary->nr_queues = vbr_nr_default(dev);
	ordinary->queue_offset = 0;
	vbr_map_by_affinity(ordinary, dev->vdev);
	if (dev->tag_set.nr_maps <= HCTX_TYPE_POLL)
		return;

	map[HCTX_TYPE_READ].nr_queues = 0;
	map[HCTX_TYPE_READ].queue_offset = 0;
	if (dev->settings.poll_mode == VBR_POLL_SHARED) {
		/* The same queue per CPU, so that it keeps the type `default`. */
		polled->nr_queues = ordinary->nr_queues;
		polled->queue_offset = 0;
		memcpy(polled->mq_map, ordinary->mq_map, nr_cpu_ids * sizeof(*polled->mq_map));
		return;
	}
	polled->nr_queues = dev->nr_poll;
	polled->queue_offset = vbr_nr_default(dev);
	blk_mq_map_queues(polled);
}

#ifdef VBR_MAP_QUEUES_RETURNS_INT
int vbr_map_queues(struct blk_mq_tag_set *set)
{
	vbr_map_all(set->driver_data);
	return 0;
}
#else
void vbr_map_queues(struct blk_mq_tag_set *set)
{
	vbr_map_all(set->driver_data);
}
#endif
