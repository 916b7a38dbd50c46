// SPDX-License-Identifier: GPL-3.0-or-later
#include "agent.h"

#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "output.h"

using namespace ringside;
using namespace ringside::wire;

namespace {

constexpr std::string_view k_boot_text =
    "[    0.000000] Linux version 6.1.0-fake\r\n[    0.100000] Command line: console=ttyS0\r\n";
constexpr std::string_view k_panic =
    "[    1.500000] Kernel panic - not syncing: Attempted to kill init! exitcode=0x00000009\r\n"
    "[    1.500100] CPU: 0 PID: 1 Comm: init Not tainted 6.1.0-fake\r\n"
    "[    1.500200] ---[ end Kernel panic - not syncing: Attempted to kill init! ]---\r\n";
constexpr std::string_view k_no_init =
    "[    1.500000] Kernel panic - not syncing: VFS: Unable to mount root fs on unknown-block(0,0)\r\n"
    "[    1.500200] ---[ end Kernel panic - not syncing: VFS: Unable to mount root fs ]---\r\n";
constexpr std::string_view k_oops =
    "[    9.000000] BUG: kernel NULL pointer dereference, address: 0000000000000010\r\n"
    "[    9.000100] Oops: 0000 [#1] PREEMPT SMP NOPTI\r\n"
    "[    9.000200] RIP: 0010:virtblk_ref_queue_rq+0x4a/0x120 [virtio_blk_ref]\r\n"
    "[    9.000300] ---[ end trace 0000000000000000 ]---\r\n";
constexpr std::string_view k_int3 =
    "[    9.000000] int3: 0000 [#1] PREEMPT SMP NOPTI\r\n"
    "[    9.000100] CPU: 2 PID: 90 Comm: fio Not tainted 6.1.0-fake\r\n"
    "[    9.000200] Kernel panic - not syncing: Fatal exception in interrupt\r\n"
    "[    9.000300] ---[ end Kernel panic - not syncing: Fatal exception in interrupt ]---\r\n";
constexpr std::string_view k_warning =
    "[    9.000000] WARNING: CPU: 1 PID: 77 at driver/queue.c:321 virtblk_ref_done+0x1c/0x50 [virtio_blk_ref]\r\n"
    "[    9.000300] ---[ end trace 0000000000000000 ]---\r\n";

std::string text_of_file(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

}  // namespace

void Agent::send(const std::string& payload) const {
  write_all(m_arguments.control, frame(payload).value());
}

void Agent::boot() const {
  const int console = m_arguments.console;
  write_all(console, k_boot_text);
  Hello hello{k_protocol_version, "fake", "6.1.0-fake", Milliseconds(1500)};
  switch (m_arguments.script) {
    case Script::no_hello:
      return;
    case Script::other_version:
      hello.protocol = 99;
      break;
    case Script::hello_garbage:
      return send("certainly not JSON");
    case Script::oversize_frame:
      return write_all(m_arguments.control, std::string("\xff\xff\xff\x7f", 4));
    case Script::empty_frame:
      return write_all(m_arguments.control, std::string(4, '\0'));
    case Script::reboot:
      write_all(console, "[    1.5] reboot: Restarting system\r\n");
      std::_Exit(0);
    case Script::panic_at_boot:
      return write_all(console, k_panic);
    case Script::no_init:
      return write_all(console, k_no_init);
    case Script::console_flood:
      flood(console, std::string(1000, 'y') + "\r\n");
    default:
      break;
  }
  send(encode(hello));
}

bool Agent::serve() {
  std::array<char, 65536> chunk{};
  const ssize_t got = ::read(m_arguments.control, chunk.data(), chunk.size());
  if (got <= 0) return false;
  m_reader.feed({chunk.data(), static_cast<std::size_t>(got)});
  for (auto payload = m_reader.next().value(); payload; payload = m_reader.next().value()) {
    answer(decode_request(*payload).value());
  }
  return true;
}

void Agent::answer(const NumberedRequest& request) {
  if (std::holds_alternative<PowerOff>(request.request)) {
    reply(request.id, Done{});
    if (m_arguments.script != Script::power_off_never) std::_Exit(0);
    return;
  }
  answer_badly(request);
}

void Agent::answer_badly(const NumberedRequest& request) {
  const std::string good = frame(encode(Reply{request.id, proper_answer(request.request)})).value();
  const std::string half = good.substr(0, good.size() / 2);
  switch (m_arguments.script) {
    case Script::silence:
      return;
    case Script::death_in_result:
      write_all(m_arguments.control, half);
      std::_Exit(1);
    case Script::killed_in_result:
      write_all(m_arguments.control, half);
      std::raise(SIGKILL);
      return;
    case Script::stall_in_result:
      return write_all(m_arguments.control, half);
    case Script::answer_garbage:
      return send(R"({"id": 1, "ok": {"unheard": true}})");
    case Script::wrong_id:
      return reply(request.id + 7, proper_answer(request.request));
    case Script::late_answer:
      if (!m_kept_back) {
        m_kept_back = request.id;
        return;
      }
      reply(*m_kept_back, CommandDone{0, 0, false, "late", ""});
      break;
    case Script::answer_flood:
      write_all(m_arguments.control, good);
      flood(m_arguments.control, good);
    case Script::refusal:
      return send(encode(Reply{request.id, std::string("module virtio_blk_ref has no parameter poll_queus")}));
    case Script::oops_in_run:
      return write_all(m_arguments.console, k_oops);
    case Script::int3_in_run:
      return write_all(m_arguments.console, k_int3);
    case Script::warning_in_run:
      write_all(m_arguments.console, k_warning);
      break;
    default:
      break;
  }
  write_all(m_arguments.control, good);
}

void Agent::reply(std::int64_t id, Answer answer) const {
  send(encode(Reply{id, std::move(answer)}));
}

Answer Agent::proper_answer(const Request& request) const {
  if (const auto* load = std::get_if<LoadDriver>(&request)) {
    return DriverLoaded{load->module, "00ff", "virtio_blk", load->params, {}};
  }
  if (const auto* bind = std::get_if<BindDisks>(&request)) {
    DisksReady ready;
    char letter = 'a';
    for (const std::string& serial : bind->serials) {
      DiskReady disk;
      disk.serial = serial;
      disk.name = std::string("vd") + letter++;
      disk.virtio_device = "virtio1";
      disk.bytes = 1u << 30;
      disk.treatment.disk = disk.name;
      disk.treatment.scheduler = bind->scheduler;
      ready.disks.push_back(std::move(disk));
    }
    return ready;
  }
  if (std::holds_alternative<RunFio>(request)) {
    FioDone done;
    if (!m_arguments.fio_output.empty()) done.output = text_of_file(m_arguments.fio_output);
    return done;
  }
  if (const auto* run = std::get_if<RunCommand>(&request)) {
    CommandDone done;
    for (const std::string& word : run->argv) done.output += word + "\n";
    return done;
  }
  if (std::holds_alternative<ReadFiles>(request)) return Files{};
  return Done{};
}
