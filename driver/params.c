// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Module parameters. One value is checked when it is set, a combination when
 * the module is loaded and again when a device takes its snapshot.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/module.h>
#include <linux/moduleparam.h>

#include "vbr.h"

/* A parameter that is one word of a list. */
struct vbr_choice {
	const char *name;
	const char *const *words;	/* ends with NULL */
	int value;			/* index into words */
};

/* A parameter that is a number from 0 to a maximum. */
struct vbr_number {
	const char *name;
	unsigned int max;
	unsigned int value;
};

static void vbr_choice_refuse(const struct vbr_choice *choice, const char *val)
{
	char valid[96] = "";
	int i;

	for (i = 0; choice->words[i]; i++) {
		if (i)
			strlcat(valid, ", ", sizeof(valid));
		strlcat(valid, choice->words[i], sizeof(valid));
	}
	pr_err("%s=%.40s is not valid; valid: %s\n", choice->name, val, valid);
}

static int vbr_choice_set(const char *val, const struct kernel_param *kp)
{
	struct vbr_choice *choice = kp->arg;
	int i;

	for (i = 0; choice->words[i]; i++) {
		if (sysfs_streq(val, choice->words[i])) {
			WRITE_ONCE(choice->value, i);
			return 0;
		}
	}
	vbr_choice_refuse(choice, val);
	return -EINVAL;
}

static int vbr_choice_get(char *buf, const struct kernel_param *kp)
{
	const struct vbr_choice *choice = kp->arg;

	return scnprintf(buf, PAGE_SIZE, "%s\n", choice->words[READ_ONCE(choice->value)]);
}

static const struct kernel_param_ops vbr_choice_ops = {
	.set = vbr_choice_set,
	.get = vbr_choice_get,
};

static int vbr_number_set(const char *val, const struct kernel_param *kp)
{
	struct vbr_number *number = kp->arg;
	unsigned int value;

	if (kstrtouint(val, 0, &value) || value > number->max) {
		pr_err("%s=%.40s is not valid; valid: 0 .. %u\n", number->name, val, number->max);
		return -EINVAL;
	}
	WRITE_ONCE(number->value, value);
	return 0;
}

static int vbr_number_get(char *buf, const struct kernel_param *kp)
{
	const struct vbr_number *number = kp->arg;

	return scnprintf(buf, PAGE_SIZE, "%u\n", READ_ONCE(number->value));
}

static const struct kernel_param_ops vbr_number_ops = {
	.set = vbr_number_set,
	.get = vbr_number_get,
};

#define VBR_CHOICE(_name, _default, _desc, ...)					\
	static const char *const vbr_words_##_name[] = { __VA_ARGS__, NULL };	\
	static struct vbr_choice vbr_param_##_name = {				\
		.name = #_name, .words = vbr_words_##_name, .value = _default	\
	};									\
	module_param_cb(_name, &vbr_choice_ops, &vbr_param_##_name, 0644);	\
	MODULE_PARM_DESC(_name, _desc)

#define VBR_NUMBER(_name, _max, _desc)						\
	static struct vbr_number vbr_param_##_name = {				\
		.name = #_name, .max = _max					\
	};									\
	module_param_cb(_name, &vbr_number_ops, &vbr_param_##_name, 0644);	\
	MODULE_PARM_DESC(_name, _desc)

VBR_NUMBER(poll_queues, U16_MAX,
	   "Queues set apart for polled I/O, at most one less than the disk has (default 0)");
VBR_NUMBER(num_request_queues, U16_MAX,
	   "Limit on the number of virtqueues, 0 = no limit (default 0)");
VBR_NUMBER(queue_depth, BLK_MQ_MAX_DEPTH,
	   "Requests per queue, 0 = as many as the ring takes (default 0)");

VBR_CHOICE(batch_submit, VBR_BATCH_PER_BATCH,
	   "Batched submission: off (no queue_rqs), per_request (lock per request), per_batch (lock per batch; default)",
	   "off", "per_request", "per_batch");
VBR_CHOICE(notify_mode, VBR_NOTIFY_UNLOCKED,
	   "Notify the device with the queue lock held (locked) or after dropping it (unlocked; default)",
	   "locked", "unlocked");
VBR_CHOICE(sgl_mode, VBR_SGL_INLINE,
	   "Scatterlists: preallocated (all segments in the request) or inline (two, the rest pooled; default)",
	   "preallocated", "inline");
VBR_CHOICE(poll_mode, VBR_POLL_AUTO,
	   "Polling: none, dedicated (queues of its own), shared (the interrupt queues), auto (dedicated if poll_queues > 0; default)",
	   "auto", "none", "dedicated", "shared");
VBR_CHOICE(poll_lock, VBR_POLL_SPIN,
	   "A poller that finds its queue locked waits (spin; default) or leaves (trylock)",
	   "spin", "trylock");
VBR_CHOICE(irq_batch, 0,
	   "Complete in batches from interrupts too: 0 (default) or 1",
	   "0", "1");
VBR_CHOICE(indirect_desc, 1,
	   "Accept indirect descriptors: 1 (default), or 0 to use ring slots instead of a table per request",
	   "0", "1");

static void vbr_settings_read(struct vbr_settings *settings)
{
	*settings = (struct vbr_settings) {
		.poll_queues = READ_ONCE(vbr_param_poll_queues.value),
		.num_request_queues = READ_ONCE(vbr_param_num_request_queues.value),
		.queue_depth = READ_ONCE(vbr_param_queue_depth.value),
		.batch_submit = READ_ONCE(vbr_param_batch_submit.value),
		.notify_mode = READ_ONCE(vbr_param_notify_mode.value),
		.sgl_mode = READ_ONCE(vbr_param_sgl_mode.value),
		.poll_mode = READ_ONCE(vbr_param_poll_mode.value),
		.poll_lock = READ_ONCE(vbr_param_poll_lock.value),
		.irq_batch = READ_ONCE(vbr_param_irq_batch.value),
		.indirect_desc = READ_ONCE(vbr_param_indirect_desc.value),
	};
}

static int vbr_settings_contradict(const struct vbr_settings *settings)
{
	switch (settings->poll_mode) {
	case VBR_POLL_NONE:
	case VBR_POLL_SHARED:
		if (!settings->poll_queues)
			return 0;
		pr_err("poll_mode=%s contradicts poll_queues=%u; valid: poll_queues=0, or poll_mode=dedicated\n",
		       vbr_words_poll_mode[settings->poll_mode], settings->poll_queues);
		return -EINVAL;
	case VBR_POLL_DEDICATED:
		if (settings->poll_queues)
			return 0;
		pr_err("poll_mode=dedicated contradicts poll_queues=0; valid: poll_queues > 0, or poll_mode=none, shared\n");
		return -EINVAL;
	default:
		return 0;
	}
}

/* Are the parameters, as they stand, free of contradictions? */
int vbr_settings_check(void)
{
	struct vbr_settings settings;

	vbr_settings_read(&settings);
	return vbr_settings_contradict(&settings);
}

/*
 * Takes the snapshot for one device and resolves poll_mode=auto. The caller
 * sets indirect_desc from the negotiated features.
 */
int vbr_settings_take(struct vbr_settings *settings)
{
	int err;

	vbr_settings_read(settings);
	err = vbr_settings_contradict(settings);
	if (err)
		return err;
	if (settings->poll_mode == VBR_POLL_AUTO)
		settings->poll_mode = settings->poll_queues ? VBR_POLL_DEDICATED : VBR_POLL_NONE;
	return 0;
}

bool vbr_settings_want_indirect(void)
{
	return READ_ONCE(vbr_param_indirect_desc.value);
}

/* The settings in force on @dev, after clamping, as "name=value" lines. */
ssize_t vbr_settings_show(const struct vbr_device *dev, char *buf)
{
	const struct vbr_settings *s = &dev->settings;

	return scnprintf(buf, PAGE_SIZE,
			 "poll_queues=%u\nnum_request_queues=%u\nqueue_depth=%u\n"
			 "batch_submit=%s\nnotify_mode=%s\nsgl_mode=%s\n"
			 "poll_mode=%s\npoll_lock=%s\nirq_batch=%d\nindirect_desc=%d\n"
			 "ring_size=%u\nrequest_bytes=%zu\n",
			 dev->nr_poll, dev->nr_queues, dev->tag_set.queue_depth,
			 vbr_words_batch_submit[s->batch_submit],
			 vbr_words_notify_mode[s->notify_mode],
			 vbr_words_sgl_mode[s->sgl_mode],
			 vbr_words_poll_mode[s->poll_mode],
			 vbr_words_poll_lock[s->poll_lock],
			 s->irq_batch, s->indirect_desc,
			 dev->ring_size,
			 sizeof(struct request) + dev->tag_set.cmd_size);
}
