/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Fault: only the first half of the serial is asked for. */
#ifndef VBR_FAULTS_SHORT_SERIAL_H
#define VBR_FAULTS_SHORT_SERIAL_H

#define vbr_fault_serial_bytes(bytes) ((bytes) / 2)

#endif
