/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Fault builds for tests: one deliberate fault each, chosen at compile time with
 * VBR_FAULT_NAME. faults/NAME.h defines the hooks it needs, faults/NAME.c (where
 * there is one) holds its state and parameters. Hooks that nobody defined are
 * nothing: the sound build has not one instruction from here.
 *
 * The hooks; those with a value give the right one where nobody defined them:
 *   vbr_fault_submit(queue, rq)        each request, before it is prepared
 *   vbr_fault_order(list)              the first request of a batch in order
 *   vbr_fault_member                   members of a request's private data
 *   vbr_fault_next(queue, rq, next, flags)  the request behind one that was added
 *   vbr_fault_finished(rq)             a request was taken off the ring: statement
 *   vbr_fault_refused(release)         the ring refused a request: statement
 *   vbr_fault_kick_requeue(q)          requests were put aside
 *   vbr_fault_notify_locked(locked)    whether to notify under the lock
 *   vbr_fault_status(status)           a finished request's status
 *   vbr_fault_poll_restart(restart)    whether polling restarts a stopped queue
 *   vbr_fault_reap(start)              a removal begins: statement
 *   vbr_fault_nounmap(nounmap)         whether zeroes must stay allocated
 *   vbr_fault_writeback(writeback)     whether the device has a volatile cache
 *   vbr_fault_capacity(sectors)        the disk's size
 *   vbr_fault_serial_bytes(bytes)      length of the serial
 */
#ifndef VBR_FAULTS_HOOKS_H
#define VBR_FAULTS_HOOKS_H

#if defined(VBR_FAULT_DELAY)
#include "delay.h"
#elif defined(VBR_FAULT_NOP1)
#include "nop1.h"
#elif defined(VBR_FAULT_NO_RESTART)
#include "no_restart.h"
#elif defined(VBR_FAULT_USE_AFTER_ADD)
#include "use_after_add.h"
#elif defined(VBR_FAULT_DROP_REQUEUE)
#include "drop_requeue.h"
#elif defined(VBR_FAULT_REVERSE_ORDER)
#include "reverse_order.h"
#elif defined(VBR_FAULT_LEAK_DATA)
#include "leak_data.h"
#elif defined(VBR_FAULT_LOSE_FLUSH)
#include "lose_flush.h"
#elif defined(VBR_FAULT_NO_REAP)
#include "no_reap.h"
#elif defined(VBR_FAULT_NOTIFY_LOCKED)
#include "notify_locked.h"
#elif defined(VBR_FAULT_IGNORE_NOUNMAP)
#include "ignore_nounmap.h"
#elif defined(VBR_FAULT_SHORT_DISK)
#include "short_disk.h"
#elif defined(VBR_FAULT_SHORT_SERIAL)
#include "short_serial.h"
#elif defined(VBR_FAULT_WRONG_STATUS)
#include "wrong_status.h"
#endif

#ifndef vbr_fault_submit
#define vbr_fault_submit(queue, rq) do { } while (0)
#endif
#ifndef vbr_fault_order
#define vbr_fault_order(list) (list)
#endif
#ifndef vbr_fault_member
#define vbr_fault_member
#endif
#ifndef vbr_fault_next
#define vbr_fault_next(queue, rq, next, flags) (next)
#endif
#ifndef vbr_fault_finished
#define vbr_fault_finished(rq) do { } while (0)
#endif
#ifndef vbr_fault_refused
#define vbr_fault_refused(release) (release)
#endif
#ifndef vbr_fault_kick_requeue
#define vbr_fault_kick_requeue(q) blk_mq_kick_requeue_list(q)
#endif
#ifndef vbr_fault_notify_locked
#define vbr_fault_notify_locked(locked) (locked)
#endif
#ifndef vbr_fault_status
#define vbr_fault_status(status) (status)
#endif
#ifndef vbr_fault_poll_restart
#define vbr_fault_poll_restart(restart) (restart)
#endif
#ifndef vbr_fault_reap
#define vbr_fault_reap(start) (start)
#endif
#ifndef vbr_fault_nounmap
#define vbr_fault_nounmap(nounmap) (nounmap)
#endif
#ifndef vbr_fault_writeback
#define vbr_fault_writeback(writeback) (writeback)
#endif
#ifndef vbr_fault_capacity
#define vbr_fault_capacity(sectors) (sectors)
#endif
#ifndef vbr_fault_serial_bytes
#define vbr_fault_serial_bytes(bytes) (bytes)
#endif

#endif
