// SPDX-License-Identifier: GPL-3.0-or-later
// Finding fio's JSON among the other things that programs write to the same stream.
#pragma once

#include <string_view>

#include "core/result.h"

namespace ringside::fio {

// The last JSON document of fio in `output`, as a piece of it. Looks only at braces and strings: that the piece is
// sound JSON is the parser's to say.
// Errors, both ErrorCode::invalid_result: there is none; the last one that begins does not end. The second is an error
// also where whole documents came before: those were status reports of a run that then was cut off.
[[nodiscard]] Result<std::string_view> last_document(std::string_view output);

// The first line of `output` in which fio complains ("fio: io_u error on file …"); empty if there is none.
[[nodiscard]] std::string_view first_complaint(std::string_view output);

}  // namespace ringside::fio
