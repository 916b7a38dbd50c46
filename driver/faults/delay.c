// SPDX-License-Identifier: GPL-2.0-or-later
#include <linux/ktime.h>
#include <linux/moduleparam.h>
#include <linux/processor.h>

#include "delay.h"

static unsigned int delay_ns = 10000;
module_param(delay_ns, uint, 0644);
MODULE_PARM_DESC(delay_ns, "Fault: busy wait per request in nanoseconds (default 10000)");

void vbr_fault_delay(void)
{
	u64 end = ktime_get_mono_fast_ns() + READ_ONCE(delay_ns);

	while (ktime_get_mono_fast_ns() < end)
		cpu_relax();
}
