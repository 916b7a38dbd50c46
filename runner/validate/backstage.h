// SPDX-License-Identifier: GPL-3.0-or-later
// The runner's side of a stage: the guest, what the case has said, and how a failed step ends the case.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/result.h"
#include "validate/findings.h"
#include "validate/stage.h"
#include "vm/machine.h"

namespace ringside::validate {

using BootGuest = std::function<Result<std::unique_ptr<vm::Machine>>()>;
// Parameters that a module has, by module: asked for once per kernel.
using ParameterMemory = std::map<std::string, std::set<std::string>>;

class Stage::Backstage {
 public:
  // `guest` is running and outlives the case; replace_guest() puts another in its place, or none if that fails.
  Backstage(std::unique_ptr<vm::Machine>& guest, const DriverUnderTest& driver, BootGuest boot,
            ParameterMemory& parameters, TimePoint deadline);

  [[nodiscard]] vm::Machine& machine() { return *m_guest; }
  [[nodiscard]] bool has_guest() const { return m_guest != nullptr; }
  // Kills the guest and boots another; ends the case where none comes up.
  void replace_guest();

  // The value, or the end of the case: FAIL with `what` and the error, or nothing where a stop was asked for.
  template <typename T>
  T must(Result<T> result, const std::string& what) {
    if (!result) end_with(what, result.error());
    if constexpr (!std::is_void_v<T>) return std::move(*result);
  }
  [[noreturn]] void end_with(const std::string& what, const Error& error);

  // Since the case began in this guest.
  [[nodiscard]] std::string console() const;
  // For the report: the last lines of that, or of what came before where there was nothing since.
  [[nodiscard]] std::string console_tail() const;
  [[nodiscard]] std::vector<vm::Incident> incidents() const;
  // Takes what stands on the console for a failure, except what a busy host brings about by itself.
  void judge_console();

  DriverUnderTest driver;
  std::string kernel;  // release
  ParameterMemory& parameters;
  TimePoint deadline;
  Findings findings;
  std::vector<std::string> loaded;  // modules, in the order of loading
  std::string loaded_module;        // the last of them, loaded still or not
  std::string bus_driver;           // of the module loaded last

 private:
  void begin_in_guest();

  std::unique_ptr<vm::Machine>& m_guest;
  BootGuest m_boot;
  std::size_t m_console_begin = 0;
  std::size_t m_incidents_begin = 0;
};

}  // namespace ringside::validate
