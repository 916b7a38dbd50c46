// SPDX-License-Identifier: GPL-3.0-or-later
#include "validate/findings.h"

namespace ringside::validate {

std::string Findings::in_scene(std::string_view text) const {
  return m_scene.empty() ? std::string(text) : m_scene + ": " + std::string(text);
}

void Findings::failed(std::string_view what, std::string_view evidence) {
  std::string text = in_scene(what);
  if (!evidence.empty()) text += (evidence.find('\n') == std::string_view::npos ? ": " : ":\n") + std::string(evidence);
  while (text.ends_with('\n')) text.pop_back();
  m_failures.push_back(std::move(text));
}

void Findings::skipped(std::string_view reason) {
  m_skipped = in_scene(reason);
}

void Findings::known(std::string_view reference, std::string_view proof) {
  m_known = {std::string(reference), in_scene(proof)};
}

CaseOutcome Findings::outcome() const {
  if (!m_known.empty()) return CaseOutcome::known;
  if (!m_failures.empty()) return CaseOutcome::fail;
  return m_skipped.empty() ? CaseOutcome::pass : CaseOutcome::skip;
}

std::vector<std::string> Findings::reasons() const {
  switch (outcome()) {
    case CaseOutcome::known:
      return m_known;
    case CaseOutcome::skip:
      return {m_skipped};
    default:
      return m_failures;
  }
}

}  // namespace ringside::validate
