// SPDX-License-Identifier: GPL-3.0-or-later
// What a trial boot found out about this host, so that it is made once. The trial itself is engine's.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "core/campaign.h"
#include "core/result.h"
#include "core/units.h"

namespace ringside::host {

// Everything whose change may change the answer.
struct AcceleratorKey {
  std::string host;           // host id and the host's kernel release
  std::string qemu;           // path, version, size and modification time of the binary
  std::string kernel_digest;  // SHA-256 of the guest's kernel
};

// The key for this host now. Fails with not_found if there is no such QEMU.
[[nodiscard]] Result<AcceleratorKey> accelerator_key(const std::filesystem::path& qemu,
                                                     const std::string& kernel_digest);

struct AcceleratorAnswer {
  Accel accel = Accel::tcg;  // kvm or tcg, never automatic
  std::string reason;        // why not KVM, one line; empty where it is KVM
  WallTime decided{};
};

// A small JSON file, replaced as a whole. A file that cannot be read or understood counts as empty: the trial is
// then made again.
class AcceleratorMemory {
 public:
  AcceleratorMemory();  // cache_dir()/accelerator.json
  explicit AcceleratorMemory(std::filesystem::path file);

  [[nodiscard]] std::optional<AcceleratorAnswer> recall(const AcceleratorKey& key) const;
  [[nodiscard]] Result<void> remember(const AcceleratorKey& key, const AcceleratorAnswer& answer);
  // Forgets every answer.
  [[nodiscard]] Result<void> forget();

 private:
  std::filesystem::path m_file;
};

}  // namespace ringside::host
