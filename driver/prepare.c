// SPDX-License-Identifier: GPL-2.0-or-later
/* The uncommon part of preparing a request, and what is done once for each. */
#include <linux/slab.h>

#include "prepare.h"

/* The list of the data, longer than the inline entries where it must be. */
blk_status_t vbr_map_data(struct vbr_queue *queue, struct request *rq, struct vbr_req *vr)
{
	unsigned int segments = blk_rq_nr_phys_segments(rq);

	if (segments > queue->inline_segments) {
		struct sg_table table = { .sgl = vr->data_sg };

		if (sg_alloc_table_chained(&table, segments, vr->data_sg, VBR_INLINE_SEGMENTS)) {
			/* It may have got as far as linking a first piece. */
			sg_init_table(vr->data_sg, VBR_INLINE_SEGMENTS);
			return BLK_STS_RESOURCE;
		}
		vr->pooled = segments;
	}
	if (vbr_rq_map_sg(rq, vr->data_sg) > 0)
		return BLK_STS_OK;
	vbr_release_data(rq, vr);
	return BLK_STS_IOERR;
}

/* The uncommon part of vbr_release_data. */
void vbr_release_extra(struct request *rq, struct vbr_req *vr)
{
	if (vr->pooled) {
		struct sg_table table = {
			.sgl = vr->data_sg,
			.nents = vr->pooled,
			.orig_nents = vr->pooled,
		};

		sg_free_table_chained(&table, VBR_INLINE_SEGMENTS);
		/* The last inline entry was a link into the pool. */
		sg_init_table(vr->data_sg, VBR_INLINE_SEGMENTS);
		vr->pooled = 0;
	}
	if (rq->rq_flags & RQF_SPECIAL_PAYLOAD) {
		kfree(bvec_virt(&rq->special_vec));
		rq->rq_flags &= ~RQF_SPECIAL_PAYLOAD;
	}
}

/* Everything of a request that does not depend on what it will carry. */
int vbr_init_request(struct blk_mq_tag_set *set, struct request *rq, unsigned int hctx_index,
		     unsigned int node)
{
	struct vbr_device *dev = set->driver_data;
	struct vbr_req *vr = blk_mq_rq_to_pdu(rq);

	/* The priority hint of legacy devices; reserved since VirtIO 1.0. */
	vr->header.ioprio = 0;
	sg_init_one(&vr->header_sg, &vr->header, sizeof(vr->header));
	sg_init_one(&vr->status_sg, &vr->status, sizeof(vr->status));
	sg_init_table(vr->data_sg, dev->queues[0].inline_segments);
	vr->lists[0] = &vr->header_sg;
	vr->lists[1] = vr->data_sg;
	vr->lists[2] = &vr->status_sg;
	vr->pooled = 0;
	return 0;
}
