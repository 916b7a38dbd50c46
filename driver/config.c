// SPDX-License-Identifier: GPL-2.0-or-later
/* The device's configuration space: limits, capacity, cache mode. */
#include <linux/string_helpers.h>

#include "vbr.h"
#include "faults/hooks.h"

/*
 * Before the features are final: turns away what the driver cannot serve, and
 * declines what it should not use.
 */
int vbr_config_validate(struct virtio_device *vdev)
{
	u32 block_size;

	if (!vdev->config->get) {
		dev_err(&vdev->dev, "the transport gives no access to the configuration space\n");
		return -EINVAL;
	}
	if (__virtio_test_bit(vdev, VIRTIO_BLK_F_ZONED)) {
		if (virtio_cread8(vdev, VBR_CONFIG_ZONED_MODEL) != VIRTIO_BLK_Z_NONE) {
			dev_err(&vdev->dev, "zoned devices are not supported by " KBUILD_MODNAME
				"; use a device without zones, or another driver\n");
			return -EOPNOTSUPP;
		}
		__virtio_clear_bit(vdev, VIRTIO_BLK_F_ZONED);
	}
	if (__virtio_test_bit(vdev, VIRTIO_BLK_F_BLK_SIZE)) {
		virtio_cread(vdev, struct virtio_blk_config, blk_size, &block_size);
		if (!vbr_block_size_usable(block_size, PAGE_SIZE)) {
			dev_warn(&vdev->dev, "block size %u is not usable, taking 512\n",
				 block_size);
			__virtio_clear_bit(vdev, VIRTIO_BLK_F_BLK_SIZE);
		}
	}
	if (!vbr_settings_want_indirect())
		__virtio_clear_bit(vdev, VIRTIO_RING_F_INDIRECT_DESC);
	return 0;
}

/* Sectors of 512 bytes, as everything else on the wire. */
sector_t vbr_config_capacity(struct vbr_device *dev)
{
	u64 capacity;

	virtio_cread(dev->vdev, struct virtio_blk_config, capacity, &capacity);
	return vbr_fault_capacity(capacity);
}

/*
 * Does the device keep writes in a volatile cache? It says so where the mode
 * can be changed; else one that can flush is taken to have something to flush.
 */
bool vbr_config_writeback(struct virtio_device *vdev)
{
	u8 writeback;

	if (!virtio_has_feature(vdev, VIRTIO_BLK_F_CONFIG_WCE))
		return vbr_fault_writeback(virtio_has_feature(vdev, VIRTIO_BLK_F_FLUSH));
	virtio_cread(vdev, struct virtio_blk_config, wce, &writeback);
	return vbr_fault_writeback(writeback);
}

/* The device changed its configuration: the capacity is what can change. */
void vbr_config_work(struct work_struct *work)
{
	struct vbr_device *dev = container_of(work, struct vbr_device, config_work);
	char size[16];
	sector_t capacity = vbr_config_capacity(dev);

	if (!set_capacity_and_notify(dev->disk, capacity))
		return;
	string_get_size(capacity, SECTOR_SIZE, STRING_UNITS_2, size, sizeof(size));
	dev_info(&dev->vdev->dev, "%s: new size %llu sectors (%s)\n", dev->disk->disk_name,
		 (unsigned long long)capacity, size);
}

static int vbr_segment_limits(struct vbr_device *dev, struct vbr_limits *limits)
{
	struct virtio_device *vdev = dev->vdev;
	unsigned int cap = SG_MAX_SEGMENTS;
	u32 seg_max = 0, size_max = 0;
	size_t dma_max = virtio_max_dma_size(vdev);

	if (dev->settings.sgl_mode == VBR_SGL_PREALLOCATED)
		cap = VBR_MAX_PREALLOCATED;
	if (virtio_has_feature(vdev, VIRTIO_BLK_F_SEG_MAX))
		virtio_cread(vdev, struct virtio_blk_config, seg_max, &seg_max);
	limits->max_segments = vbr_segment_count(seg_max, dev->ring_size, cap);
	if (!limits->max_segments) {
		dev_err(&vdev->dev, "a ring of %u entries cannot hold a request\n",
			dev->ring_size);
		return -EINVAL;
	}

	limits->max_segment_size = min_t(size_t, dma_max, UINT_MAX);
	if (virtio_has_feature(vdev, VIRTIO_BLK_F_SIZE_MAX))
		virtio_cread(vdev, struct virtio_blk_config, size_max, &size_max);
	if (size_max) {
		/* The block layer does not split below a page. */
		if (size_max < PAGE_SIZE) {
			dev_err(&vdev->dev, "segments of at most %u bytes are not supported\n",
				size_max);
			return -EINVAL;
		}
		limits->max_segment_size = min(limits->max_segment_size, size_max);
	}
	return 0;
}

static void vbr_block_limits(struct virtio_device *vdev, struct vbr_limits *limits)
{
	u32 block_size = SECTOR_SIZE, optimal;
	u16 minimal;
	u8 exponent, offset;

	if (virtio_has_feature(vdev, VIRTIO_BLK_F_BLK_SIZE))
		virtio_cread(vdev, struct virtio_blk_config, blk_size, &block_size);
	limits->logical_block_size = block_size;
	limits->physical_block_size = block_size;
	if (!virtio_has_feature(vdev, VIRTIO_BLK_F_TOPOLOGY))
		return;
	virtio_cread(vdev, struct virtio_blk_config, physical_block_exp, &exponent);
	virtio_cread(vdev, struct virtio_blk_config, alignment_offset, &offset);
	virtio_cread(vdev, struct virtio_blk_config, min_io_size, &minimal);
	virtio_cread(vdev, struct virtio_blk_config, opt_io_size, &optimal);
	if (exponent < 32 && ((u64)block_size << exponent) <= UINT_MAX)
		limits->physical_block_size = block_size << exponent;
	limits->alignment_offset = offset * block_size;
	limits->io_min = minimal * block_size;
	if ((u64)optimal * block_size <= UINT_MAX)
		limits->io_opt = optimal * block_size;
}

/* Limits of one kind of command that carries ranges. */
struct vbr_range_limits {
	u32 sectors;	/* per range; 0: the device does not have the command */
	u32 ranges;
	u32 alignment;
};

static void vbr_read_discard(struct virtio_device *vdev, struct vbr_range_limits *discard)
{
	if (!virtio_has_feature(vdev, VIRTIO_BLK_F_DISCARD))
		return;
	virtio_cread(vdev, struct virtio_blk_config, max_discard_sectors, &discard->sectors);
	virtio_cread(vdev, struct virtio_blk_config, max_discard_seg, &discard->ranges);
	virtio_cread(vdev, struct virtio_blk_config, discard_sector_alignment,
		     &discard->alignment);
	discard->sectors = vbr_range_sectors(discard->sectors);
}

static void vbr_read_secure_erase(struct virtio_device *vdev, struct vbr_range_limits *erase)
{
	if (!virtio_has_feature(vdev, VIRTIO_BLK_F_SECURE_ERASE))
		return;
	virtio_cread(vdev, struct virtio_blk_config, max_secure_erase_sectors, &erase->sectors);
	virtio_cread(vdev, struct virtio_blk_config, max_secure_erase_seg, &erase->ranges);
	virtio_cread(vdev, struct virtio_blk_config, secure_erase_sector_alignment,
		     &erase->alignment);
	erase->sectors = vbr_range_sectors(erase->sectors);
}

/*
 * Discard and secure erase share the block layer's limits on size, number and
 * granularity while merging, so what it is told must suit both.
 */
static void vbr_range_limits_set(struct vbr_device *dev, struct vbr_limits *limits)
{
	struct virtio_device *vdev = dev->vdev;
	struct vbr_range_limits discard = {}, erase = {};
	u32 sectors, zeroes;

	vbr_read_discard(vdev, &discard);
	vbr_read_secure_erase(vdev, &erase);
	sectors = vbr_shared_limit(discard.sectors, erase.sectors);
	if (discard.sectors)
		limits->max_discard_sectors = sectors;
	if (erase.sectors)
		limits->max_secure_erase_sectors = sectors;
	limits->max_discard_segments = vbr_range_count(discard.ranges, limits->max_segment_size);
	limits->discard_granularity =
		vbr_discard_granularity(vbr_max(discard.alignment, erase.alignment),
					limits->logical_block_size);
	dev->discard_ranges = limits->max_discard_segments;
	dev->single_range = dev->discard_ranges == 1;

	if (virtio_has_feature(vdev, VIRTIO_BLK_F_WRITE_ZEROES)) {
		virtio_cread(vdev, struct virtio_blk_config, max_write_zeroes_sectors, &zeroes);
		limits->max_write_zeroes_sectors = vbr_range_sectors(zeroes);
	}
}

/* Reads everything the block layer must know. The rings must exist. */
int vbr_config_limits(struct vbr_device *dev, struct vbr_limits *limits)
{
	int err;

	memset(limits, 0, sizeof(*limits));
	err = vbr_segment_limits(dev, limits);
	if (err)
		return err;
	vbr_block_limits(dev->vdev, limits);
	vbr_range_limits_set(dev, limits);
	limits->writeback = vbr_config_writeback(dev->vdev);
	return 0;
}
