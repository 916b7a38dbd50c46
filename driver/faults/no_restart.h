/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Fault: a poller does not restart a queue that was stopped for a full ring. */
#ifndef VBR_FAULTS_NO_RESTART_H
#define VBR_FAULTS_NO_RESTART_H

#define vbr_fault_poll_restart(restart) (false && (restart))

#endif
