// SPDX-License-Identifier: GPL-3.0-or-later
#include "vm/scratch_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>

namespace ringside::vm {

Result<host::Descriptor> scratch_file(Bytes size) {
  const char* given = std::getenv("TMPDIR");
  const std::string folder = given != nullptr && *given != '\0' ? given : "/var/tmp";
  host::Descriptor file(::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600));
  if (!file.open() || ::ftruncate(file.get(), static_cast<off_t>(size.value)) != 0) {
    return fail(ErrorCode::infrastructure,
                fmt::format("cannot make a scratch file of {} in {}: {}", to_text(size), folder, strerror(errno)),
                "point TMPDIR to a folder on a disk with room, or give the backend a path");
  }
  return file;
}

}  // namespace ringside::vm
