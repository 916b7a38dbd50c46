/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Fault builds for tests: one deliberate fault each, chosen at compile time with
 * VBR_FAULT_NAME. faults/NAME.h defines the hooks it needs, faults/NAME.c (where
 * there is one) holds its state and parameters. Hooks that nobody defined are
 * nothing: the sound build has not one instruction from here.
 *
 * The hooks:
 *   vbr_fault_submit(queue, rq)   each request, before it is prepared
 */
#ifndef VBR_FAULTS_HOOKS_H
#define VBR_FAULTS_HOOKS_H

#if defined(VBR_FAULT_DELAY)
#include "delay.h"
#elif defined(VBR_FAULT_NOP1)
#include "nop1.h"
#endif

#ifndef vbr_fault_submit
#define vbr_fault_submit(queue, rq) do { } while (0)
#endif

#endif
