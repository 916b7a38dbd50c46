// SPDX-License-Identifier: GPL-3.0-or-later
#include "agent/requests.h"

#include <fmt/format.h>

#include <utility>

#include "agent/files.h"
#include "agent/fio_run.h"
#include "agent/process.h"
#include "wire/frame.h"

namespace ringside::agent {
namespace {

constexpr std::size_t k_max_files = 14u << 20;  // bytes, all files of one answer

template <typename T>
Result<wire::Answer> answer_of(Result<T> result) {
  if (!result) return std::unexpected(std::move(result).error());
  return wire::Answer(std::move(*result));
}

Result<wire::Answer> done(const Result<void>& result) {
  return result ? Result<wire::Answer>(wire::Done{}) : std::unexpected(result.error());
}

Result<wire::CommandDone> run_command(const wire::RunCommand& request) {
  auto end =
      run_program({.argv = request.argv, .input = request.input, .folder = "/tmp", .deadline = request.deadline});
  if (!end) return std::unexpected(std::move(end).error());
  wire::CommandDone out{end->exit_code, end->signal, end->timed_out, std::move(end->output), std::move(end->errors)};
  if (end->stuck) out.errors += "\nringside-agent: the program waits in the kernel and cannot be killed\n";
  return out;
}

Result<wire::Files> read_files(const wire::ReadFiles& request) {
  wire::Files out;
  std::size_t room = k_max_files;
  for (const std::string& path : request.paths) {
    auto content = read_file(path, room + 1);
    if (!content) continue;
    if (content->size() > room) {
      return fail(ErrorCode::unsupported, fmt::format("with {} the files are larger than an answer may be", path));
    }
    room -= content->size();
    out.content[path] = std::move(*content);
  }
  return out;
}

class Answering {
 public:
  explicit Answering(Guest& guest) : m_guest(guest) {}

  Result<wire::Answer> operator()(const wire::LoadDriver& request) { return answer_of(m_guest.modules.load(request)); }
  Result<wire::Answer> operator()(const wire::UnloadDriver& request) {
    return done(m_guest.modules.unload(request.name));
  }
  Result<wire::Answer> operator()(const wire::BindDisks& request) { return answer_of(m_guest.disks.bind(request)); }
  Result<wire::Answer> operator()(const wire::RunFio& request) {
    return answer_of(run_fio(request, m_guest.disks, m_guest.messages));
  }
  Result<wire::Answer> operator()(const wire::RunCommand& request) { return answer_of(run_command(request)); }
  Result<wire::Answer> operator()(const wire::ReadFiles& request) { return answer_of(read_files(request)); }
  Result<wire::Answer> operator()(const wire::WriteFile& request) {
    return done(write_file(request.path, request.content));
  }
  Result<wire::Answer> operator()(const wire::PowerOff&) { return wire::Done{}; }

 private:
  Guest& m_guest;
};

// The text of the answer that may be cut; null for answers that must be whole.
std::string* cuttable(wire::Reply& reply) {
  auto* answer = std::get_if<wire::Answer>(&reply.outcome);
  if (answer == nullptr) return &std::get<std::string>(reply.outcome);
  if (auto* fio = std::get_if<wire::FioDone>(answer)) return &fio->output;
  if (auto* command = std::get_if<wire::CommandDone>(answer)) return &command->output;
  return nullptr;
}

}  // namespace

Result<wire::Answer> answer(Guest& guest, const wire::Request& request) {
  return std::visit(Answering(guest), request);
}

std::string payload_of(wire::Reply reply) {
  for (;;) {
    std::string payload = wire::encode(reply);
    if (payload.size() <= wire::k_max_frame) return payload;
    std::string* text = cuttable(reply);
    if (text == nullptr || text->size() < 1024) {
      return wire::encode(
          wire::Reply{reply.id, fmt::format("the answer of {} bytes does not fit a frame", payload.size())});
    }
    // JSON may need six bytes for one of the text, so its own length tells little: halve.
    text->resize(text->size() / 2);
  }
}

}  // namespace ringside::agent
