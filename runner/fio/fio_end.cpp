// SPDX-License-Identifier: GPL-3.0-or-later
#include "fio/fio_end.h"

#include <nlohmann/json.hpp>

namespace ringside::fio {
namespace {

using Json = nlohmann::json;

template <typename T>
T member(const Json& object, const char* name, T otherwise) {
  const auto found = object.find(name);
  return found != object.end() && found->is_number() ? found->get<T>() : otherwise;
}

}  // namespace

std::string job_text(const std::string& disk, const FioOptions& over) {
  FioOptions options = {{"ioengine", "io_uring"},
                        {"direct", "1"},
                        {"bs", "4k"},
                        {"size", "2m"},
                        {"iodepth", "32"},
                        {"iodepth_batch_submit", "16"},
                        {"iodepth_batch_complete_min", "8"},
                        {"allow_file_create", "0"},
                        {"refill_buffers", "1"}};
  for (const auto& [name, value] : over) options[name] = value;
  std::string out = "[job]\nfilename=/dev/" + disk + "\n";
  for (const auto& [name, value] : options) out += name + "=" + value + "\n";
  return out;
}

FioEnd fio_end(int exit_code, std::string_view output, std::string_view errors) {
  FioEnd out;
  out.exit_code = exit_code;
  out.text = std::string(errors);
  // fio writes its complaints before and after the document.
  const auto begin = output.find("{\n");
  const auto end = output.rfind('}');
  const Json document = begin != std::string_view::npos && end != std::string_view::npos && begin < end
                            ? Json::parse(output.substr(begin, end - begin + 1), nullptr, false)
                            : Json();
  if (!document.is_object() || !document.contains("jobs") || document["jobs"].empty()) {
    out.text += output;
    return out;
  }
  out.text += output.substr(0, begin);
  const Json& job = document["jobs"][0];
  out.error = member(job, "error", 0);
  out.total_errors = member(job, "total_err", std::uint64_t{0});
  out.first_error = member(job, "first_error", 0);
  out.runtime = Milliseconds(member(job, "job_runtime", std::int64_t{0}));
  for (const char* direction : {"read", "write"}) {
    if (job.contains(direction)) out.ios += member(job[direction], "total_ios", std::uint64_t{0});
  }
  return out;
}

}  // namespace ringside::fio
