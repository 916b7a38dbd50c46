/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Fault: a batch is submitted backwards. */
#ifndef VBR_FAULTS_REVERSE_ORDER_H
#define VBR_FAULTS_REVERSE_ORDER_H

#include <linux/blk-mq.h>

static inline struct request *vbr_fault_reversed(struct request *list)
{
	struct request *reversed = NULL, *next;

	for (; list; list = next) {
		next = list->rq_next;
		list->rq_next = reversed;
		reversed = list;
	}
	return reversed;
}

#define vbr_fault_order(list) vbr_fault_reversed(list)

#endif
