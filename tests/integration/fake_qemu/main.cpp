// SPDX-License-Identifier: GPL-3.0-or-later
// A QEMU without a guest, which follows a script. See script.h.
#include <poll.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <iostream>

#include "agent.h"
#include "arguments.h"
#include "monitor.h"
#include "output.h"

namespace {

void start_badly(Script script) {
  switch (script) {
    case Script::abort_at_start:
      std::cerr << "qemu-system-x86_64: error: failed to set MSR 0x48d to 0x5600000016\n"
                   "qemu-system-x86_64: ../../target/i386/kvm/kvm.c:3213: kvm_buf_set_msrs: Assertion failed.\n";
      // No core file of a death that is meant.
      ::prctl(PR_SET_DUMPABLE, 0);
      std::abort();
    case Script::exit_at_start:
      std::cerr << "qemu-system-x86_64: could not load kernel '/images/vmlinux'\n";
      std::exit(1);
    case Script::hang:
      std::signal(SIGTERM, SIG_IGN);
      hang();
    case Script::helper:
      if (::fork() == 0) hang();
      break;
    default:
      break;
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  if (words.size() == 1 && words.front() == "--version") {
    std::cout << "QEMU emulator version 7.2.22 (fake)\n";
    return 0;
  }
  std::signal(SIGPIPE, SIG_IGN);
  const FakeArguments arguments = read_arguments(words);
  start_badly(arguments.script);
  Monitor monitor(arguments);
  Agent agent(arguments);
  monitor.greet();
  agent.boot();
  std::array<pollfd, 2> wanted{pollfd{arguments.qmp, POLLIN, 0}, pollfd{arguments.control, POLLIN, 0}};
  // Like QEMU it lives on when its channels are closed: only the runner's care ends it.
  for (;;) {
    ::poll(wanted.data(), wanted.size(), -1);
    if (wanted[0].revents != 0 && !monitor.serve()) wanted[0].fd = -1;
    if (wanted[1].revents != 0 && !agent.serve()) wanted[1].fd = -1;
  }
}
