// SPDX-License-Identifier: GPL-3.0-or-later
#include "pathlen/groups.h"

#include <algorithm>

namespace ringside::pathlen {
namespace {

struct Rule {
  std::string_view module;  // empty: any
  std::string_view prefix;  // of the function; empty: any
  Group group;
  Way way = Way::shared;
};

// The first that fits counts. A prefix covers what compilers append (".constprop.0", ".cold").
constexpr auto k_rules = std::to_array<Rule>({
    // The driver's functions by what they do; names as in both drivers.
    {"virtio_blk", "virtblk_done", Group::driver, Way::interrupt},
    {"virtio_blk", "virtblk_request_done", Group::driver, Way::complete},
    {"virtio_blk", "virtblk_complete", Group::driver, Way::complete},
    {"virtio_blk", "virtblk_handle_req", Group::driver, Way::complete},
    {"virtio_blk", "virtblk_poll", Group::driver, Way::complete},
    {"virtio_blk", "virtblk_unmap", Group::driver, Way::complete},
    {"virtio_blk", "virtblk_result", Group::driver, Way::complete},
    {"virtio_blk", "", Group::driver, Way::submit},
    {"virtio_blk_ref", "vbr_done", Group::driver, Way::interrupt},
    {"virtio_blk_ref", "vbr_complete", Group::driver, Way::complete},
    {"virtio_blk_ref", "vbr_poll", Group::driver, Way::complete},
    {"virtio_blk_ref", "vbr_release", Group::driver, Way::complete},
    {"virtio_blk_ref", "vbr_reap", Group::driver, Way::complete},
    {"virtio_blk_ref", "vbr_restart", Group::driver, Way::complete},
    {"virtio_blk_ref", "", Group::driver, Way::submit},

    {"", "virtqueue_add", Group::ring, Way::submit},
    {"", "virtqueue_kick", Group::ring, Way::submit},
    {"", "virtqueue_notify", Group::ring, Way::submit},
    {"", "alloc_indirect", Group::ring, Way::submit},
    {"", "vring_map", Group::ring, Way::submit},
    {"", "virtqueue_get", Group::ring, Way::complete},
    {"", "detach_buf", Group::ring, Way::complete},
    {"", "vring_unmap", Group::ring, Way::complete},
    {"", "virtqueue_poll", Group::ring, Way::complete},
    {"", "more_used", Group::ring, Way::complete},
    {"", "virtqueue_", Group::ring, Way::interrupt},
    {"", "vring_interrupt", Group::ring, Way::interrupt},
    {"", "vring_", Group::ring},
    {"virtio_ring", "", Group::ring},
    {"virtio", "", Group::ring},
    {"", "vp_notify", Group::transport, Way::submit},
    {"", "vp_vring_interrupt", Group::transport, Way::interrupt},
    {"", "vp_", Group::transport},
    {"", "vm_notify", Group::transport, Way::submit},
    {"", "vm_interrupt", Group::transport, Way::interrupt},
    {"virtio_pci", "", Group::transport},
    {"virtio_pci_modern_dev", "", Group::transport},
    {"virtio_mmio", "", Group::transport},

    {"", "sg_", Group::scatter_gather, Way::submit},
    {"", "__sg_", Group::scatter_gather, Way::submit},
    {"", "blk_rq_map_sg", Group::scatter_gather, Way::submit},
    {"", "__blk_rq_map_sg", Group::scatter_gather, Way::submit},
    {"", "__blk_bios_map_sg", Group::scatter_gather, Way::submit},

    {"", "blk_mq_complete", Group::block, Way::complete},
    {"", "__blk_mq_complete", Group::block, Way::complete},
    {"", "blk_mq_end", Group::block, Way::complete},
    {"", "__blk_mq_end", Group::block, Way::complete},
    {"", "blk_mq_free", Group::block, Way::complete},
    {"", "__blk_mq_free", Group::block, Way::complete},
    {"", "blk_mq_put", Group::block, Way::complete},
    {"", "blk_mq_poll", Group::block, Way::complete},
    {"", "blk_update_request", Group::block, Way::complete},
    {"", "blk_account_io_done", Group::block, Way::complete},
    {"", "blk_done", Group::block, Way::complete},
    {"", "blk_complete", Group::block, Way::complete},
    {"", "blk_stat_add", Group::block, Way::complete},
    {"", "bio_endio", Group::block, Way::complete},
    {"", "bio_put", Group::block, Way::complete},
    {"", "bio_free", Group::block, Way::complete},
    {"", "bio_release", Group::block, Way::complete},
    {"", "__bio_release", Group::block, Way::complete},
    {"", "bio_check_pages_dirty", Group::block, Way::complete},
    {"", "bio_poll", Group::block, Way::complete},
    {"", "iocb_bio_iopoll", Group::block, Way::complete},
    {"", "blkdev_bio_end_io", Group::block, Way::complete},
    {"", "sbitmap_queue_clear", Group::block, Way::complete},
    {"", "__sbitmap_queue_wake", Group::block, Way::complete},
    {"", "sbitmap_queue_wake", Group::block, Way::complete},
    {"", "bio_", Group::block, Way::submit},
    {"", "__bio_", Group::block, Way::submit},
    {"", "blk_", Group::block, Way::submit},
    {"", "__blk_", Group::block, Way::submit},
    {"", "blkdev_", Group::block, Way::submit},
    {"", "__blkdev_", Group::block, Way::submit},
    {"", "blkcg_", Group::block, Way::submit},
    {"", "submit_bio", Group::block, Way::submit},
    {"", "__submit_bio", Group::block, Way::submit},
    {"", "sbitmap_", Group::block, Way::submit},
    {"", "__sbitmap_", Group::block, Way::submit},
    {"", "update_io_ticks", Group::block},
    {"", "mempool_", Group::block},
    {"", "should_fail_bio", Group::block, Way::submit},
    {"", "should_fake_timeout", Group::block, Way::complete},
    {"", "__should_failslab", Group::allocator},
    {"", "elv_", Group::block, Way::submit},
    {"", "part_", Group::block},
    {"", "wbt_", Group::block},
    {"", "rq_qos_", Group::block},
    {"", "__rq_qos_", Group::block},
    {"", "mq_flush_data_end_io", Group::block, Way::complete},

    {"", "kmem_cache_free", Group::allocator, Way::complete},
    {"", "kfree", Group::allocator, Way::complete},
    {"", "__kmem_cache_free", Group::allocator, Way::complete},
    {"", "__slab_free", Group::allocator, Way::complete},
    {"", "kmem_cache_alloc", Group::allocator, Way::submit},
    {"", "__kmem_cache_alloc", Group::allocator, Way::submit},
    {"", "kmalloc", Group::allocator, Way::submit},
    {"", "__kmalloc", Group::allocator, Way::submit},
    {"", "___slab_alloc", Group::allocator, Way::submit},
    {"", "__slab_alloc", Group::allocator, Way::submit},
    {"", "slab_", Group::allocator},
    {"", "__slab", Group::allocator},
    {"", "should_failslab", Group::allocator},
    {"", "kmem_", Group::allocator},
    {"", "get_partial", Group::allocator},
    {"", "allocate_slab", Group::allocator},
    {"", "kasan_", Group::allocator},
    {"", "kfence_", Group::allocator},
    {"", "__kfence_", Group::allocator},
    {"", "memcg_", Group::allocator},
    {"", "free_", Group::allocator},
    {"", "rmqueue", Group::allocator},
    {"", "__alloc_pages", Group::allocator},
    {"", "get_page_from_freelist", Group::allocator},

    {"", "io_", Group::ring_io},
    {"", "__io_", Group::ring_io},
    {"", "__do_sys_io_", Group::ring_io},
    {"", "__x64_sys_io_", Group::ring_io},
    {"", "__se_sys_io_", Group::ring_io},
    {"", "kiocb_", Group::ring_io},
    {"", "aio_", Group::ring_io},
    {"", "lookup_ioctx", Group::ring_io},
    {"", "tctx_", Group::ring_io},

    {"", "security_", Group::file},
    {"", "apparmor_", Group::file},
    {"", "selinux_", Group::file},
    {"", "rw_verify_area", Group::file},
    {"", "fget", Group::file},
    {"", "__fget", Group::file},
    {"", "fput", Group::file},
    {"", "__fsnotify", Group::file},
    {"", "fsnotify", Group::file},
    {"", "vfs_", Group::file},
    {"", "ksys_", Group::file},
    {"", "iov_iter_", Group::file, Way::submit},
    {"", "__iov_iter_", Group::file, Way::submit},
    {"", "import_", Group::file, Way::submit},
    {"", "__import_", Group::file, Way::submit},
    {"", "pin_user", Group::file, Way::submit},
    {"", "internal_get_user_pages_fast", Group::file, Way::submit},
    {"", "lockless_pages_from_mm", Group::file, Way::submit},
    {"", "gup_", Group::file, Way::submit},
    {"", "try_grab_folio", Group::file, Way::submit},
    {"", "get_user_pages", Group::file, Way::submit},
    {"", "unpin_user", Group::file, Way::complete},
    {"", "touch_atime", Group::file},
    {"", "atime_needs_update", Group::file},
    {"", "current_time", Group::file},
    {"", "generic_file", Group::file},
    {"", "generic_write", Group::file},
    {"", "filemap_", Group::file},
    {"", "file_", Group::file},

    {"dm_mod", "", Group::device_mapper},
    {"dm_", "", Group::device_mapper},
    {"", "dm_", Group::device_mapper},

    {"bpf", "", Group::bpf},
    {"", "bpf_", Group::bpf},
    {"", "__bpf_", Group::bpf},
    {"", "kprobe_", Group::bpf},
    {"", "ftrace_", Group::bpf},
    {"", "trace_call_bpf", Group::bpf},
    {"", "htab_", Group::bpf},
    {"", "__htab_", Group::bpf},
    {"", "array_map_", Group::bpf},
    {"", "migrate_", Group::bpf},

    {"", "asm_common_interrupt", Group::interrupt, Way::interrupt},
    {"", "common_interrupt", Group::interrupt, Way::interrupt},
    {"", "__common_interrupt", Group::interrupt, Way::interrupt},
    {"", "handle_edge_irq", Group::interrupt, Way::interrupt},
    {"", "handle_irq", Group::interrupt, Way::interrupt},
    {"", "__handle_irq", Group::interrupt, Way::interrupt},
    {"", "note_interrupt", Group::interrupt, Way::interrupt},
    {"", "add_interrupt_randomness", Group::interrupt, Way::interrupt},
    {"", "apic_ack", Group::interrupt, Way::interrupt},
    {"", "irq_", Group::interrupt, Way::interrupt},
    {"", "__irq_", Group::interrupt, Way::interrupt},
    {"", "error_entry", Group::interrupt, Way::interrupt},
    {"", "error_return", Group::interrupt, Way::interrupt},
    {"", "sysvec_", Group::time, Way::interrupt},
    {"", "__sysvec_", Group::time, Way::interrupt},
    {"", "asm_sysvec_", Group::time, Way::interrupt},

    {"", "hrtimer", Group::time},
    {"", "__hrtimer", Group::time},
    {"", "tick_", Group::time},
    {"", "timer", Group::time},
    {"", "__timer", Group::time},
    {"", "mod_timer", Group::time},
    {"", "__mod_timer", Group::time},
    {"", "run_timer", Group::time},
    {"", "clockevents_", Group::time},
    {"", "update_process_times", Group::time},
    {"", "timekeeping_", Group::time},
    {"", "read_hpet", Group::time},
    {"", "read_tsc", Group::time},
    {"", "acpi_pm_read", Group::time},
    // Each I/O takes them: they do not follow the clock.
    {"", "rcu_read_", Group::rest},
    {"", "__rcu_read_", Group::rest},
    {"", "rcu_", Group::time},
    {"", "__rcu_", Group::time},
    {"", "sched_", Group::time},
    {"", "__sched", Group::time},
    {"", "__schedule", Group::time},
    {"", "schedule", Group::time},
    {"", "scheduler_tick", Group::time},
    {"", "__update_load", Group::time},
    {"", "update_", Group::time},
    {"", "task_tick", Group::time},
    {"", "enqueue_", Group::time},
    {"", "dequeue_", Group::time},
    {"", "pick_", Group::time},
    {"", "__pick_", Group::time},
    {"", "put_prev_", Group::time},
    {"", "set_next_", Group::time},
    {"", "try_to_wake_up", Group::time},
    {"", "ttwu_", Group::time},
    {"", "wake_up", Group::time},
    {"", "__wake_up", Group::time},
    {"", "autoremove_wake", Group::time},
    {"", "default_wake", Group::time},
    {"", "prepare_to_wait", Group::time},
    {"", "finish_wait", Group::time},
    {"", "finish_task_switch", Group::time},
    {"", "__switch_to", Group::time},
    {"", "switch_mm", Group::time},
    {"", "do_idle", Group::time},
    {"", "cpuidle_", Group::time},
    {"", "default_idle", Group::time},
    {"", "pv_native_safe_halt", Group::time},
    {"", "__do_softirq", Group::time},
    {"", "handle_softirqs", Group::time},
    {"", "run_rebalance", Group::time},
    {"", "calc_", Group::time},
    {"", "__calc_", Group::time},
    {"", "native_sched_clock", Group::time},
    {"", "delay_tsc", Group::time},
    {"", "reweight_", Group::time},
    {"", "place_entity", Group::time},
    {"", "cpuacct_", Group::time},
    {"", "cgroup_rstat", Group::time},
    {"", "psi_", Group::time},

    {"", "entry_SYSCALL", Group::entry},
    {"", "do_syscall_64", Group::entry},
    {"", "x64_sys_call", Group::entry},
    {"", "syscall_", Group::entry},
    {"", "exit_to_user", Group::entry},
    {"", "__x64_sys", Group::entry},
    {"", "copy_user", Group::entry},
    {"", "rep_movs", Group::entry},
    {"", "_copy_", Group::entry},
    {"", "__get_user", Group::entry},
    {"", "__put_user", Group::entry},
    {"", "handle_mm_fault", Group::entry},
    {"", "__handle_mm_fault", Group::entry},
    {"", "exc_page_fault", Group::entry},
    {"", "asm_exc_", Group::entry},
});

bool fits(const Rule& rule, std::string_view module, std::string_view function) {
  const bool module_fits =
      rule.module.empty() || module == rule.module || (rule.module.back() == '_' && module.starts_with(rule.module));
  return module_fits && function.starts_with(rule.prefix);
}

}  // namespace

std::string_view to_text(Group group) {
  static constexpr std::array<std::string_view, k_groups> k_words{
      "driver", "virtio_ring", "transport", "scatter-gather", "block", "allocator", "io_uring",
      "file",   "dm",          "bpf",       "interrupt",      "time",  "entry",     "rest"};
  return k_words[static_cast<std::size_t>(group)];
}

std::string_view to_text(Way way) {
  static constexpr std::array<std::string_view, 4> k_words{"submit", "complete", "interrupt", "shared"};
  return k_words[static_cast<std::size_t>(way)];
}

std::array<Group, k_groups> all_groups() {
  std::array<Group, k_groups> out{};
  for (std::size_t index = 0; index < k_groups; ++index) out[index] = static_cast<Group>(index);
  return out;
}

Place place_of(std::string_view module, std::string_view function) {
  // Any module of the reference driver's family (a fault build, an older one) is the driver too.
  if (module.starts_with("virtio_blk_ref")) module = "virtio_blk_ref";
  const auto rule = std::ranges::find_if(k_rules, [&](const Rule& one) { return fits(one, module, function); });
  return rule == k_rules.end() ? Place{} : Place{rule->group, rule->way};
}

}  // namespace ringside::pathlen
