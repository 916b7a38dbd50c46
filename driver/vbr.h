/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Private declarations of the reference driver, shared by its files.
 *
 * main.c      probe, remove, suspend          prepare.h   a request's header and data
 * vqs.c       virtqueues and queue maps       queue.c     submission
 * params.c    module parameters               complete.c  completion
 * config.c    configuration space, sysfs      poll.c      polling, reaping
 *                                             trace.h     tracepoints
 */
#ifndef VBR_H
#define VBR_H

#include <linux/blk-mq.h>
#include <linux/blkdev.h>
#include <linux/mutex.h>
#include <linux/scatterlist.h>
#include <linux/spinlock.h>
#include <linux/virtio.h>
#include <linux/virtio_blk.h>
#include <linux/virtio_config.h>
#include <linux/workqueue.h>
#include <uapi/linux/virtio_ring.h>

#include "compat.h"
#include "limits.h"
#include "faults/hooks.h"

/*
 * A function that probes attach to: never inlined, cloned or renamed, and its
 * name is unique in the kernel.
 */
#if defined(__has_attribute) && __has_attribute(__noipa__)
#define vbr_hook __attribute__((__noipa__))
#else
#define vbr_hook noinline
#endif

enum vbr_batch_submit { VBR_BATCH_OFF, VBR_BATCH_PER_REQUEST, VBR_BATCH_PER_BATCH };
enum vbr_notify_mode { VBR_NOTIFY_LOCKED, VBR_NOTIFY_UNLOCKED };
enum vbr_sgl_mode { VBR_SGL_PREALLOCATED, VBR_SGL_INLINE };
enum vbr_poll_mode { VBR_POLL_AUTO, VBR_POLL_NONE, VBR_POLL_DEDICATED, VBR_POLL_SHARED };
enum vbr_poll_lock { VBR_POLL_SPIN, VBR_POLL_TRYLOCK };

/*
 * The module parameters as one device took them at probe. A later write to a
 * parameter, and suspend and resume, leave it alone.
 */
struct vbr_settings {
	unsigned int poll_queues;
	unsigned int num_request_queues;
	unsigned int queue_depth;
	enum vbr_batch_submit batch_submit;
	enum vbr_notify_mode notify_mode;
	enum vbr_sgl_mode sgl_mode;
	enum vbr_poll_mode poll_mode;
	enum vbr_poll_lock poll_lock;
	bool irq_batch;
	bool indirect_desc;	/* as negotiated */
};

/* One hardware queue. Lives as long as the device, across suspend. */
struct vbr_queue {
	/*
	 * Protects the ring and the fields below. Taken in any context with
	 * interrupts off. Requests are completed after it is dropped, so that
	 * a completion handler may submit.
	 */
	spinlock_t lock;
	/* NULL while the rings do not exist (suspended, or failed to resume). */
	struct virtqueue *vq;
	/* The hardware queue was stopped for a full ring. */
	bool stopped;
	/* Polled requests in the ring; kept with poll_mode=shared only. */
	unsigned int polled;

	/* Constant after probe. */
	unsigned int inline_segments;
	unsigned int index;
	int device_index;
	struct blk_mq_hw_ctx *hctx;
	struct vbr_device *dev;

	/* The lock tracepoint's times; see trace.h. */
	u64 lock_asked;
	u64 lock_taken;

	char name[24];
} ____cacheline_aligned_in_smp;

/*
 * Private data of a request. The two scatterlists around the data never change
 * and are set up once, together with the list of lists: a header, the data and
 * the status byte, whichever way the data goes.
 */
struct vbr_req {
	struct virtio_blk_outhdr header;
	struct scatterlist *lists[3];
	/* Lists that the device reads; 0 for a command without data. */
	u8 out_lists;
	/* Written by the device. */
	u8 status;
	/* Entries from the pool behind the inline ones, 0 = none. */
	u16 pooled;
	vbr_fault_member
	struct scatterlist header_sg;
	struct scatterlist status_sg;
	struct scatterlist data_sg[];
};

struct vbr_device {
	/* NULL once the device is gone; see @vdev_lock. */
	struct virtio_device *vdev;
	struct gendisk *disk;
	struct vbr_settings settings;

	unsigned int nr_queues;		/* default queues, then poll queues */
	unsigned int nr_poll;
	unsigned int ring_size;		/* of the smallest ring */
	struct vbr_queue *queues;

	struct blk_mq_tag_set tag_set;
	/* Chosen at probe by the settings. */
	struct blk_mq_ops ops;
	/* What the device can take in a discard command. */
	unsigned int discard_ranges;
	bool single_range;

	/*
	 * Protects @vdev against removal for file operations that outlive it.
	 * Never taken in the I/O path.
	 */
	struct mutex vdev_lock;
	struct work_struct config_work;

	/* Removal: see poll.c. */
	bool removing;
	atomic_t abandoned;
	struct delayed_work reap_work;
	struct work_struct abandon_work;

	int id;				/* of the disk's name */
};

static inline struct vbr_queue *vbr_queue_of(struct virtqueue *vq)
{
	struct vbr_device *dev = vq->vdev->priv;

	return &dev->queues[vq->index];
}

/* prepare.c */
void vbr_release_extra(struct request *rq, struct vbr_req *vr);

/* Gives back what preparing took: on completion, and when a request cannot go. */
static __always_inline void vbr_release_data(struct request *rq, struct vbr_req *vr)
{
	if (unlikely(vr->pooled || (rq->rq_flags & RQF_SPECIAL_PAYLOAD)))
		vbr_release_extra(rq, vr);
}

/* params.c */
int vbr_settings_check(void);
int vbr_settings_take(struct vbr_settings *settings);
bool vbr_settings_want_indirect(void);
ssize_t vbr_settings_show(const struct vbr_device *dev, char *buf);

/* vqs.c */
int vbr_vqs_count(struct vbr_device *dev);
int vbr_vqs_create(struct vbr_device *dev);
void vbr_vqs_delete(struct vbr_device *dev);
#ifdef VBR_MAP_QUEUES_RETURNS_INT
int vbr_map_queues(struct blk_mq_tag_set *set);
#else
void vbr_map_queues(struct blk_mq_tag_set *set);
#endif

/* queue.c */
void vbr_choose_submission(struct vbr_device *dev);
void vbr_fail_submission(struct vbr_device *dev);
int vbr_init_hctx(struct blk_mq_hw_ctx *hctx, void *data, unsigned int index);

/* prepare.c */
int vbr_init_request(struct blk_mq_tag_set *set, struct request *rq,
		     unsigned int hctx_index, unsigned int node);

/* special.c: commands other than read and write */
blk_status_t vbr_prepare_special(struct vbr_queue *queue, struct request *rq,
				 struct vbr_req *vr);

/* complete.c */
void vbr_complete(struct request *rq);
void vbr_complete_batch(struct io_comp_batch *iob);
vq_callback_t *vbr_choose_callback(const struct vbr_device *dev);
void vbr_restart(struct vbr_queue *queue);

/* poll.c */
void vbr_choose_poll(struct vbr_device *dev);
int vbr_wait_idle(struct vbr_device *dev);
void vbr_abandon(struct vbr_device *dev);
void vbr_reaping_init(struct vbr_device *dev);
void vbr_reaping_start(struct vbr_device *dev);
void vbr_reaping_stop(struct vbr_device *dev);

/* config.c */
int vbr_config_validate(struct virtio_device *vdev);
int vbr_config_limits(struct vbr_device *dev, struct vbr_limits *limits);
void vbr_config_work(struct work_struct *work);
sector_t vbr_config_capacity(struct vbr_device *dev);
bool vbr_config_writeback(struct virtio_device *vdev);

/* sysfs.c */
extern const struct attribute_group *vbr_disk_groups[];

#endif
