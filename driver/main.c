// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Ringside's reference driver for VirtIO block devices: one driver on which
 * each historical optimisation of the Linux driver can be switched on and off.
 * Written from the VirtIO 1.2 specification and the kernel's headers.
 *
 * This file: the life of a device. The rest is listed in vbr.h.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/hdreg.h>
#include <linux/idr.h>
#include <linux/module.h>
#include <linux/slab.h>

#include "vbr.h"
#include "faults/hooks.h"

#define CREATE_TRACE_POINTS
#include "trace.h"

static DEFINE_IDA(vbr_ids);

/* vra .. vrz, vraa ..: @id in bijective base 26. Returns 0 or -EOVERFLOW. */
static int vbr_disk_name(char *name, size_t size, unsigned int id)
{
	char letters[8];
	unsigned int n = sizeof(letters);

	letters[--n] = '\0';
	for (id++; id; id /= 26) {
		id--;
		letters[--n] = 'a' + id % 26;
	}
	return snprintf(name, size, "vr%s", &letters[n]) < size ? 0 : -EOVERFLOW;
}

static void vbr_device_free(struct vbr_device *dev)
{
	if (dev->id >= 0)
		ida_free(&vbr_ids, dev->id);
	kfree(dev->queues);
	kfree(dev);
}

static void vbr_free_disk(struct gendisk *disk)
{
	vbr_device_free(disk->private_data);
}

static int vbr_getgeo(vbr_geo_target *target, struct hd_geometry *geo)
{
	struct gendisk *disk = vbr_geo_disk(target);
	struct vbr_device *dev = disk->private_data;
	int err = 0;

	mutex_lock(&dev->vdev_lock);
	if (!dev->vdev) {
		err = -ENXIO;
	} else if (virtio_has_feature(dev->vdev, VIRTIO_BLK_F_GEOMETRY)) {
		virtio_cread(dev->vdev, struct virtio_blk_config, geometry.cylinders,
			     &geo->cylinders);
		virtio_cread(dev->vdev, struct virtio_blk_config, geometry.heads, &geo->heads);
		virtio_cread(dev->vdev, struct virtio_blk_config, geometry.sectors,
			     &geo->sectors);
	} else {
		/* One that partitioning tools are content with: 1 MiB cylinders. */
		geo->heads = 64;
		geo->sectors = 32;
		geo->cylinders = min_t(sector_t, get_capacity(disk) / (64 * 32), U16_MAX);
	}
	mutex_unlock(&dev->vdev_lock);
	return err;
}

static const struct block_device_operations vbr_fops = {
	.owner = THIS_MODULE,
	.getgeo = vbr_getgeo,
	.free_disk = vbr_free_disk,
};

static struct vbr_device *vbr_device_alloc(struct virtio_device *vdev)
{
	struct vbr_device *dev = kzalloc(sizeof(*dev), GFP_KERNEL);
	int err;

	if (!dev)
		return ERR_PTR(-ENOMEM);
	dev->vdev = vdev;
	mutex_init(&dev->vdev_lock);
	INIT_WORK(&dev->config_work, vbr_config_work);
	vbr_reaping_init(dev);
	dev->id = ida_alloc(&vbr_ids, GFP_KERNEL);
	err = dev->id < 0 ? dev->id : vbr_settings_take(&dev->settings);
	if (err) {
		vbr_device_free(dev);
		return ERR_PTR(err);
	}
	dev->settings.indirect_desc = virtio_has_feature(vdev, VIRTIO_RING_F_INDIRECT_DESC);
	return dev;
}

/* The callbacks of all modes; those that depend on one are chosen. */
static void vbr_choose_ops(struct vbr_device *dev)
{
	dev->ops.complete = vbr_complete;
	dev->ops.map_queues = vbr_map_queues;
	dev->ops.init_hctx = vbr_init_hctx;
	dev->ops.init_request = vbr_init_request;
	vbr_choose_submission(dev);
	vbr_choose_poll(dev);
}

static int vbr_tag_set_create(struct vbr_device *dev, unsigned int max_segments)
{
	struct blk_mq_tag_set *set = &dev->tag_set;
	unsigned int entries = VBR_INLINE_SEGMENTS, i;

	if (dev->settings.sgl_mode == VBR_SGL_PREALLOCATED)
		entries = max_segments;
	for (i = 0; i < dev->nr_queues; i++)
		dev->queues[i].inline_segments = entries;

	set->ops = &dev->ops;
	set->nr_hw_queues = dev->nr_queues;
	set->nr_maps = dev->settings.poll_mode == VBR_POLL_NONE ? 1 : HCTX_MAX_TYPES;
	set->queue_depth = vbr_queue_depth(dev->settings.queue_depth, dev->ring_size,
					   dev->settings.indirect_desc);
	set->queue_depth = min_t(unsigned int, set->queue_depth, BLK_MQ_MAX_DEPTH);
	set->cmd_size = struct_size((struct vbr_req *)NULL, data_sg, entries);
	set->numa_node = NUMA_NO_NODE;
	set->flags = VBR_TAG_SET_FLAGS;
	set->driver_data = dev;
	return blk_mq_alloc_tag_set(set);
}

static int vbr_disk_create(struct vbr_device *dev, const struct vbr_limits *limits)
{
	struct gendisk *disk = vbr_alloc_disk(&dev->tag_set, limits, dev);
	int err;

	if (IS_ERR(disk))
		return PTR_ERR(disk);
	disk->private_data = dev;
	disk->fops = &vbr_fops;
	err = vbr_disk_name(disk->disk_name, DISK_NAME_LEN, dev->id);
	if (err) {
		put_disk(disk);
		return err;
	}
	dev->disk = disk;
	if (virtio_has_feature(dev->vdev, VIRTIO_BLK_F_RO))
		set_disk_ro(disk, true);
	set_capacity(disk, vbr_config_capacity(dev));
	return 0;
}

static void vbr_log_probe(struct vbr_device *dev)
{
	dev_info(&dev->vdev->dev, "%d/%d/%d default/read/poll queues\n",
		 dev->nr_queues - dev->nr_poll, 0, dev->nr_poll);
	if (dev->settings.poll_mode == VBR_POLL_SHARED)
		dev_info(&dev->vdev->dev, "polled I/O shares the default queues\n");
}

/* Queues, tags and disk; undone in the reverse order on failure. */
static int vbr_device_setup(struct vbr_device *dev)
{
	struct vbr_limits limits;
	int err;

	err = vbr_vqs_count(dev);
	if (err)
		return err;
	vbr_choose_ops(dev);
	err = vbr_vqs_create(dev);
	if (err)
		return err;
	err = vbr_config_limits(dev, &limits);
	if (err)
		goto out_vqs;
	err = vbr_tag_set_create(dev, limits.max_segments);
	if (err)
		goto out_vqs;
	err = vbr_disk_create(dev, &limits);
	if (err)
		goto out_tag_set;
	return 0;

out_tag_set:
	blk_mq_free_tag_set(&dev->tag_set);
out_vqs:
	vbr_vqs_delete(dev);
	return err;
}

static int vbr_probe(struct virtio_device *vdev)
{
	struct vbr_device *dev = vbr_device_alloc(vdev);
	int err;

	if (IS_ERR(dev))
		return PTR_ERR(dev);
	vdev->priv = dev;
	err = vbr_device_setup(dev);
	if (err)
		goto out_free;

	virtio_device_ready(vdev);
	vbr_log_probe(dev);
	err = device_add_disk(&vdev->dev, dev->disk, vbr_disk_groups);
	if (err)
		goto out_teardown;
	return 0;

out_teardown:
	virtio_reset_device(vdev);
	cancel_work_sync(&dev->config_work);
	put_disk(dev->disk);
	blk_mq_free_tag_set(&dev->tag_set);
	vbr_vqs_delete(dev);
out_free:
	vdev->priv = NULL;
	vbr_device_free(dev);
	return err;
}

static void vbr_remove(struct virtio_device *vdev)
{
	struct vbr_device *dev = vdev->priv;

	/* Returns when no request is left, finished or failed. */
	vbr_reaping_start(dev);
	del_gendisk(dev->disk);
	vbr_reaping_stop(dev);
	blk_mq_free_tag_set(&dev->tag_set);

	virtio_reset_device(vdev);
	cancel_work_sync(&dev->config_work);
	mutex_lock(&dev->vdev_lock);
	vbr_vqs_delete(dev);
	dev->vdev = NULL;
	mutex_unlock(&dev->vdev_lock);

	/* Frees the device, now or when the last user closes the disk. */
	put_disk(dev->disk);
}

static void vbr_config_changed(struct virtio_device *vdev)
{
	struct vbr_device *dev = vdev->priv;

	schedule_work(&dev->config_work);
}

#ifdef CONFIG_PM_SLEEP
/*
 * Suspend: nothing new reaches the device, what it has is finished, then it is
 * reset. The queue stays quiesced, not frozen: requests wait, none is lost, and
 * whoever needs the block layer meanwhile is not locked out.
 */
static int vbr_freeze(struct virtio_device *vdev)
{
	struct vbr_device *dev = vdev->priv;
	struct request_queue *q = dev->disk->queue;
	int err;

	blk_mq_quiesce_queue(q);
	err = vbr_wait_idle(dev);
	if (err) {
		dev_err(&vdev->dev, "%s: the device does not finish its requests\n",
			dev->disk->disk_name);
		blk_mq_unquiesce_queue(q);
		return err;
	}
	virtio_reset_device(vdev);
	cancel_work_sync(&dev->config_work);
	vbr_vqs_delete(dev);
	return 0;
}

static int vbr_restore(struct virtio_device *vdev)
{
	struct vbr_device *dev = vdev->priv;
	struct request_queue *q = dev->disk->queue;
	unsigned int ring_size = dev->ring_size;
	int err;

	err = vbr_vqs_create(dev);
	if (!err && dev->ring_size < ring_size) {
		dev_err(&vdev->dev, "the device came back with a smaller ring\n");
		vbr_vqs_delete(dev);
		err = -EINVAL;
	}
	if (err) {
		/* What waits must not wait for ever. */
		vbr_fail_submission(dev);
		blk_mq_unquiesce_queue(q);
		return err;
	}
	virtio_device_ready(vdev);
	blk_mq_unquiesce_queue(q);
	/* The capacity may have changed meanwhile. */
	schedule_work(&dev->config_work);
	return 0;
}
#endif

static const struct virtio_device_id vbr_id_table[] = {
	{ VIRTIO_ID_BLOCK, VIRTIO_DEV_ANY_ID },
	{ 0 },
};

static const unsigned int vbr_features[] = {
	VIRTIO_BLK_F_SIZE_MAX, VIRTIO_BLK_F_SEG_MAX, VIRTIO_BLK_F_GEOMETRY,
	VIRTIO_BLK_F_RO, VIRTIO_BLK_F_BLK_SIZE, VIRTIO_BLK_F_TOPOLOGY,
	VIRTIO_BLK_F_FLUSH, VIRTIO_BLK_F_CONFIG_WCE, VIRTIO_BLK_F_MQ,
	VIRTIO_BLK_F_DISCARD, VIRTIO_BLK_F_WRITE_ZEROES, VIRTIO_BLK_F_SECURE_ERASE,
	VIRTIO_BLK_F_ZONED,
};

/* What a device without VIRTIO_F_VERSION_1 can have. */
static const unsigned int vbr_legacy_features[] = {
	VIRTIO_BLK_F_SIZE_MAX, VIRTIO_BLK_F_SEG_MAX, VIRTIO_BLK_F_GEOMETRY,
	VIRTIO_BLK_F_RO, VIRTIO_BLK_F_BLK_SIZE, VIRTIO_BLK_F_TOPOLOGY,
	VIRTIO_BLK_F_FLUSH, VIRTIO_BLK_F_CONFIG_WCE, VIRTIO_BLK_F_MQ,
	VIRTIO_BLK_F_DISCARD, VIRTIO_BLK_F_WRITE_ZEROES, VIRTIO_BLK_F_SECURE_ERASE,
};

static struct virtio_driver vbr_driver = {
	.driver.name = KBUILD_MODNAME,
	.driver.owner = THIS_MODULE,
	.id_table = vbr_id_table,
	.feature_table = vbr_features,
	.feature_table_size = ARRAY_SIZE(vbr_features),
	.feature_table_legacy = vbr_legacy_features,
	.feature_table_size_legacy = ARRAY_SIZE(vbr_legacy_features),
	.validate = vbr_config_validate,
	.probe = vbr_probe,
	.remove = vbr_remove,
	.config_changed = vbr_config_changed,
#ifdef CONFIG_PM_SLEEP
	.freeze = vbr_freeze,
	.restore = vbr_restore,
#endif
};

static int __init vbr_init(void)
{
	int err = vbr_settings_check();

	return err ?: register_virtio_driver(&vbr_driver);
}

static void __exit vbr_exit(void)
{
	unregister_virtio_driver(&vbr_driver);
}

module_init(vbr_init);
module_exit(vbr_exit);

MODULE_DESCRIPTION("Ringside reference driver for VirtIO block devices");
/* No device table: this driver is bound by hand and never loaded by itself. */
MODULE_VERSION("0.1.0");
MODULE_LICENSE("GPL");
