// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/published.h"

namespace ringside {

std::string_view to_text(Claim claim) {
  switch (claim) {
    case Claim::gain:
      return "gain";
    case Claim::loss:
      return "loss";
    case Claim::none:
      return "no difference";
  }
  return "";
}

}  // namespace ringside
