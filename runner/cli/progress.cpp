// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/progress.h"

#include <mutex>
#include <utility>

namespace ringside::cli {
namespace {

class NoProgress final : public ProgressDisplay {
 public:
  void show(const engine::Event&) override {}
  void say(std::string_view) override {}
};

class Synchronised final : public ProgressDisplay {
 public:
  explicit Synchronised(std::unique_ptr<ProgressDisplay> inner) : m_inner(std::move(inner)) {}
  void show(const engine::Event& event) override {
    const std::scoped_lock lock(m_mutex);
    m_inner->show(event);
  }
  void say(std::string_view line) override {
    const std::scoped_lock lock(m_mutex);
    m_inner->say(line);
  }

 private:
  std::mutex m_mutex;  // held while a display writes, so that lines stay whole
  std::unique_ptr<ProgressDisplay> m_inner;
};

}  // namespace

std::unique_ptr<ProgressDisplay> no_progress() {
  return std::make_unique<NoProgress>();
}

std::unique_ptr<ProgressDisplay> synchronised(std::unique_ptr<ProgressDisplay> inner) {
  return std::make_unique<Synchronised>(std::move(inner));
}

}  // namespace ringside::cli
