// SPDX-License-Identifier: GPL-2.0-or-later
/* virtio_find_vqs with one array of structures (6.11). */
#include <linux/interrupt.h>
#include <linux/virtio_config.h>

int vbr_check(struct virtio_device *vdev, struct virtqueue **vqs, struct irq_affinity *affinity);
int vbr_check(struct virtio_device *vdev, struct virtqueue **vqs, struct irq_affinity *affinity)
{
	struct virtqueue_info infos[] = { { .name = "req", .callback = NULL } };

	return virtio_find_vqs(vdev, 1, vqs, infos, affinity);
}
