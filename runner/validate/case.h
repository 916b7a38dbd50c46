// SPDX-License-Identifier: GPL-3.0-or-later
// A case of the validation suite as a value: what it proves, the guest that it needs, and what it does there.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "core/units.h"

namespace ringside::validate {

class Stage;

// Cases with equal needs share a guest, unless one wants it for itself.
struct GuestNeeds {
  int vcpus = 2;
  int max_vcpus = 0;  // hot-pluggable in all; 0: vcpus
  Bytes memory{512u << 20};
  bool shared_memory = false;                    // with the process that serves a vhost-user-blk disk
  std::string cmdline = {};                      // added to the kernel's command line
  std::vector<std::string> qemu_arguments = {};  // added to QEMU's command line
  // A guest that no other case has had or will have: the case crashes, suspends or unplugs past repair.
  bool own = false;
  bool operator==(const GuestNeeds&) const = default;
};

enum class AppliesTo {
  any_driver,
  reference,  // the reference driver and its fault builds: the case reads their tracepoints or settings
};

// Made by the functions of cases.h. A case that does not apply to a driver or kernel is reported as SKIP.
struct Case {
  std::string name;            // "family/what", unique: "rings/tiny-ring-polled"; [a-z0-9-] and one slash
  std::string proves = {};     // one line, a statement without a full stop
  std::string reference = {};  // "V2", "37fafe6b61e4", several by ", "; empty where nobody asked for it
  void (*run)(Stage& stage) = nullptr;
  GuestNeeds guest = {};
  AppliesTo applies_to = AppliesTo::any_driver;
  std::vector<std::string> kernels = {};  // beginnings of the guest's kernel release ("6.1."); empty: every kernel
  bool smoke = false;                     // part of the subset that the ordinary tests run
  // Then the guest is given up and the case has failed. A guard, not a measure: single steps have limits of their own,
  // and the host may be busy.
  Nanoseconds deadline = std::chrono::seconds(300);
};

}  // namespace ringside::validate
