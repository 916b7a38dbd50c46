// SPDX-License-Identifier: GPL-3.0-or-later
// What a case has said so far, and how that ends.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/validation.h"

namespace ringside::validate {

// Ends a case early; whatever is to be known stands in the findings. Never leaves this folder: see stage.h.
struct CaseEnd {};

class Findings {
 public:
  void scene(std::string_view text) { m_scene = text; }
  void note(std::string_view text) { m_notes.push_back(in_scene(text)); }
  // What should have been, and what was seen; either may have several lines.
  void failed(std::string_view what, std::string_view evidence);
  void skipped(std::string_view reason);
  void known(std::string_view reference, std::string_view proof);
  // A stop was asked for: the case says nothing.
  void interrupted() { m_interrupted = true; }

  // KNOWN before FAIL: who calls a bug known has seen that expectations failed.
  [[nodiscard]] CaseOutcome outcome() const;
  [[nodiscard]] std::vector<std::string> reasons() const;
  [[nodiscard]] const std::vector<std::string>& notes() const { return m_notes; }
  [[nodiscard]] bool is_interrupted() const { return m_interrupted; }

 private:
  [[nodiscard]] std::string in_scene(std::string_view text) const;

  std::string m_scene;
  std::vector<std::string> m_failures;
  std::vector<std::string> m_known;
  std::string m_skipped;
  std::vector<std::string> m_notes;
  bool m_interrupted = false;
};

}  // namespace ringside::validate
