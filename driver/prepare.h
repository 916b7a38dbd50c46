/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Preparing a request for the ring: its header and the list of its data. Needs
 * no lock. The common case, a read or write of one piece, is inline here.
 */
#ifndef VBR_PREPARE_H
#define VBR_PREPARE_H

#include "vbr.h"
#include "faults/hooks.h"

blk_status_t vbr_map_data(struct vbr_queue *queue, struct request *rq, struct vbr_req *vr);

/* A read or write whose data is one piece of memory: most small I/O. */
static __always_inline bool vbr_map_single(struct request *rq, struct vbr_req *vr)
{
	struct bio_vec bv = mp_bvec_iter_bvec(rq->bio->bi_io_vec, rq->bio->bi_iter);

	if (unlikely(bv.bv_len != blk_rq_bytes(rq)))
		return false;
	sg_set_page(vr->data_sg, bv.bv_page, bv.bv_len, bv.bv_offset);
	sg_mark_end(vr->data_sg);
	return true;
}

/*
 * Fills the header and maps the data. Sector is 0 except for reads and writes
 * (and zone commands, which the driver does not have).
 */
static __always_inline blk_status_t vbr_prepare(struct vbr_queue *queue, struct request *rq,
						struct vbr_req *vr)
{
	struct virtio_device *vdev = queue->vq->vdev;
	u32 op = (__force u32)req_op(rq);

	/* The block layer counts reads and writes as the device does. */
	BUILD_BUG_ON((__force u32)REQ_OP_READ != VIRTIO_BLK_T_IN);
	BUILD_BUG_ON((__force u32)REQ_OP_WRITE != VIRTIO_BLK_T_OUT);

	vbr_fault_submit(queue, rq);
	if (unlikely(op > VIRTIO_BLK_T_OUT)) {
		blk_status_t status = vbr_prepare_special(queue, rq, vr);

		if (status != BLK_STS_OK || !vr->out_lists)
			return status;
		return vbr_map_data(queue, rq, vr);
	}
	vr->header.type = cpu_to_virtio32(vdev, op);
	vr->header.sector = cpu_to_virtio64(vdev, blk_rq_pos(rq));
	vr->out_lists = 1 + op;
	if (likely(rq->nr_phys_segments == 1 && vbr_map_single(rq, vr)))
		return BLK_STS_OK;
	return vbr_map_data(queue, rq, vr);
}

#endif
