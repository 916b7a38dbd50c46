// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Commands other than read and write: flush, the commands that carry ranges
 * (discard, write zeroes, secure erase) and the device's serial.
 */
#include <linux/slab.h>

#include "vbr.h"
#include "faults/hooks.h"

static void vbr_fill_range(struct virtio_blk_discard_write_zeroes *range, sector_t sector,
			   unsigned int sectors, u32 flags)
{
	range->sector = cpu_to_le64(sector);
	range->num_sectors = cpu_to_le32(sectors);
	range->flags = cpu_to_le32(flags);
}

/*
 * Where the device takes several ranges in a discard, the block layer merges
 * bios that do not touch, and each is a range. Everything else is one piece.
 */
static bool vbr_has_bio_ranges(const struct vbr_device *dev, struct request *rq)
{
	return req_op(rq) == REQ_OP_DISCARD && !dev->single_range;
}

static unsigned int vbr_fill_ranges(struct vbr_device *dev, struct request *rq,
				    struct virtio_blk_discard_write_zeroes *ranges, u32 flags)
{
	unsigned int n = 0;
	struct bio *bio;

	if (!vbr_has_bio_ranges(dev, rq)) {
		vbr_fill_range(ranges, blk_rq_pos(rq), blk_rq_sectors(rq), flags);
		return 1;
	}
	__rq_for_each_bio(bio, rq)
		vbr_fill_range(&ranges[n++], bio->bi_iter.bi_sector,
			       bio->bi_iter.bi_size >> SECTOR_SHIFT, flags);
	return n;
}

/*
 * Makes the ranges the request's payload. Their number is counted, not taken
 * from the block layer's segment count, so that they always fit.
 */
static blk_status_t vbr_attach_ranges(struct vbr_device *dev, struct request *rq, u32 flags)
{
	unsigned int n = vbr_has_bio_ranges(dev, rq) ? blk_rq_count_bios(rq) : 1;
	struct virtio_blk_discard_write_zeroes *ranges;

	BUILD_BUG_ON(sizeof(*ranges) != VBR_RANGE_BYTES);
	if (WARN_ON_ONCE(!n || n > dev->discard_ranges))
		return BLK_STS_IOERR;
	ranges = kmalloc_array(n, sizeof(*ranges), GFP_ATOMIC);
	if (!ranges)
		return BLK_STS_RESOURCE;
	vbr_fill_ranges(dev, rq, ranges, flags);

	rq->special_vec.bv_page = virt_to_page(ranges);
	rq->special_vec.bv_offset = offset_in_page(ranges);
	rq->special_vec.bv_len = n * sizeof(*ranges);
	rq->rq_flags |= RQF_SPECIAL_PAYLOAD;
	return BLK_STS_OK;
}

/*
 * Fills the header of a request that is neither read nor write, and makes its
 * payload. out_lists is 0 where there is no data to map.
 */
blk_status_t vbr_prepare_special(struct vbr_queue *queue, struct request *rq, struct vbr_req *vr)
{
	struct vbr_device *dev = queue->dev;
	struct virtio_device *vdev = dev->vdev;
	u32 type, flags = 0;

	vr->header.sector = 0;
	switch (req_op(rq)) {
	case REQ_OP_FLUSH:
		vr->header.type = cpu_to_virtio32(vdev, VIRTIO_BLK_T_FLUSH);
		vr->out_lists = 0;
		return BLK_STS_OK;
	case REQ_OP_DRV_IN:
		vr->header.type = cpu_to_virtio32(vdev, VIRTIO_BLK_T_GET_ID);
		vr->out_lists = 1;
		return BLK_STS_OK;
	case REQ_OP_DISCARD:
		type = VIRTIO_BLK_T_DISCARD;
		break;
	case REQ_OP_SECURE_ERASE:
		type = VIRTIO_BLK_T_SECURE_ERASE;
		break;
	case REQ_OP_WRITE_ZEROES:
		type = VIRTIO_BLK_T_WRITE_ZEROES;
		if (!vbr_fault_nounmap(rq->cmd_flags & REQ_NOUNMAP))
			flags = VIRTIO_BLK_WRITE_ZEROES_FLAG_UNMAP;
		break;
	default:
		WARN_ON_ONCE(1);
		return BLK_STS_NOTSUPP;
	}
	vr->header.type = cpu_to_virtio32(vdev, type);
	vr->out_lists = 2;
	return vbr_attach_ranges(dev, rq, flags);
}
