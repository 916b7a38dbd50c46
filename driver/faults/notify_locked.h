/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Fault: the device is notified with the queue lock held, whatever notify_mode says. */
#ifndef VBR_FAULTS_NOTIFY_LOCKED_H
#define VBR_FAULTS_NOTIFY_LOCKED_H

#define vbr_fault_notify_locked(locked) (true || (locked))

#endif
