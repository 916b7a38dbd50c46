// SPDX-License-Identifier: GPL-3.0-or-later
// Standard output and standard error as the commands see them: colour, width, and a reader that went away.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "core/result.h"
#include "report/text_table.h"

namespace ringside::cli {

enum class ColourChoice { automatic, always, never };

class Console {
 public:
  // `automatic` colours a stream that is a terminal, unless $NO_COLOR is set and not empty or TERM is "dumb".
  explicit Console(ColourChoice colour = ColourChoice::automatic, bool quiet = false, bool verbose = false);

  // Results. What cannot be written is remembered, see check().
  void out(std::string_view text);
  // Messages; lost where nobody listens.
  void err(std::string_view text) const;
  // A line to standard error, unless --quiet.
  void remark(std::string_view line) const;

  // Whether results could be delivered. A reader that closed the pipe (`| head`) has what it wanted: no failure.
  [[nodiscard]] Result<void> check() const;
  // The reader of standard output is gone: there is no sense in making more.
  [[nodiscard]] bool closed() const { return m_closed; }

  [[nodiscard]] report::TextStyle out_style() const { return m_out; }
  [[nodiscard]] report::TextStyle err_style() const { return m_err; }
  [[nodiscard]] bool err_is_terminal() const { return m_err_is_terminal; }
  [[nodiscard]] bool quiet() const { return m_quiet; }
  [[nodiscard]] bool verbose() const { return m_verbose; }

 private:
  report::TextStyle m_out;
  report::TextStyle m_err;
  bool m_err_is_terminal = false;
  bool m_quiet = false;
  bool m_verbose = false;
  bool m_closed = false;
  std::optional<int> m_errno;  // of the first write that failed
};

// SIGPIPE ignored, and descriptors 0 to 2 open, so that no later file takes the place of a closed one.
// Call first thing in main().
void prepare_streams();

}  // namespace ringside::cli
