// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Attributes of the disk: serial and cache_type as users of virtio disks know
 * them, and driver_settings: the parameters in force on this disk.
 */
#include <linux/slab.h>
#include <linux/sysfs.h>

#include "vbr.h"
#include "faults/hooks.h"

static struct vbr_device *vbr_of_device(struct device *device)
{
	return dev_to_disk(device)->private_data;
}

/* Asks the device for its serial: @serial gets 20 bytes, zero-terminated if shorter. */
static int vbr_read_serial(struct gendisk *disk, char *serial)
{
	struct request *rq = blk_mq_alloc_request(disk->queue, REQ_OP_DRV_IN, 0);
	int err;

	if (IS_ERR(rq))
		return PTR_ERR(rq);
	err = vbr_rq_map_kern(rq, serial, vbr_fault_serial_bytes(VIRTIO_BLK_ID_BYTES), GFP_KERNEL);
	if (!err)
		err = blk_status_to_errno(blk_execute_rq(rq, false));
	blk_mq_free_request(rq);
	return err;
}

static ssize_t serial_show(struct device *device, struct device_attribute *attr, char *buf)
{
	/* One byte more, for a serial that fills its field. */
	char *serial = kzalloc(VIRTIO_BLK_ID_BYTES + 1, GFP_KERNEL);
	ssize_t len;

	if (!serial)
		return -ENOMEM;
	len = vbr_read_serial(dev_to_disk(device), serial);
	/* A device without a serial is not an error. */
	if (len == -EIO || len == -EOPNOTSUPP)
		len = 0;
	else if (!len)
		len = sysfs_emit(buf, "%s", serial);
	kfree(serial);
	return len;
}
static DEVICE_ATTR_RO(serial);

static const char *const vbr_cache_types[] = { "write through", "write back" };

static ssize_t cache_type_show(struct device *device, struct device_attribute *attr, char *buf)
{
	struct vbr_device *dev = vbr_of_device(device);
	ssize_t len = -ENXIO;

	mutex_lock(&dev->vdev_lock);
	if (dev->vdev)
		len = sysfs_emit(buf, "%s\n", vbr_cache_types[vbr_config_writeback(dev->vdev)]);
	mutex_unlock(&dev->vdev_lock);
	return len;
}

static int vbr_set_cache_type(struct vbr_device *dev, u8 writeback)
{
	virtio_cwrite(dev->vdev, struct virtio_blk_config, wce, &writeback);
	/* The device has the last word. */
	return vbr_set_writeback(dev->disk->queue, vbr_config_writeback(dev->vdev));
}

static ssize_t cache_type_store(struct device *device, struct device_attribute *attr,
				const char *buf, size_t count)
{
	struct vbr_device *dev = vbr_of_device(device);
	int type = sysfs_match_string(vbr_cache_types, buf);
	int err = -ENXIO;

	if (type < 0)
		return type;
	mutex_lock(&dev->vdev_lock);
	if (dev->vdev)
		err = vbr_set_cache_type(dev, type);
	mutex_unlock(&dev->vdev_lock);
	return err ?: count;
}
static DEVICE_ATTR_RW(cache_type);

static ssize_t driver_settings_show(struct device *device, struct device_attribute *attr,
				    char *buf)
{
	return vbr_settings_show(vbr_of_device(device), buf);
}
static DEVICE_ATTR_RO(driver_settings);

static struct attribute *vbr_disk_attrs[] = {
	&dev_attr_serial.attr,
	&dev_attr_cache_type.attr,
	&dev_attr_driver_settings.attr,
	NULL
};

static umode_t vbr_attr_mode(struct kobject *kobj, struct attribute *attr, int n)
{
	struct vbr_device *dev = vbr_of_device(kobj_to_dev(kobj));

	if (attr == &dev_attr_cache_type.attr &&
	    !virtio_has_feature(dev->vdev, VIRTIO_BLK_F_CONFIG_WCE))
		return 0444;
	return attr->mode;
}

static const struct attribute_group vbr_disk_group = {
	.attrs = vbr_disk_attrs,
	.is_visible = vbr_attr_mode,
};

const struct attribute_group *vbr_disk_groups[] = { &vbr_disk_group, NULL };
