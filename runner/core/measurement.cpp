// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measurement.h"

namespace ringside {

std::string_view to_text(Direction direction) {
  switch (direction) {
    case Direction::read:
      return "read";
    case Direction::write:
      return "write";
    case Direction::trim:
      return "trim";
  }
  return "?";
}

std::string_view to_text(CheckOutcome outcome) {
  switch (outcome) {
    case CheckOutcome::passed:
      return "passed";
    case CheckOutcome::failed:
      return "failed";
    case CheckOutcome::unknown:
      return "unknown";
  }
  return "?";
}

std::string_view to_text(MeasurementStatus status) {
  return status == MeasurementStatus::valid ? "valid" : "invalid";
}

}  // namespace ringside
