// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/gate_measure.h"

#include <fmt/format.h>

#include <limits>
#include <utility>

#include "analysis/aa.h"
#include "config/load.h"
#include "host/environment.h"
#include "report/campaign_list.h"
#include "store/store.h"

namespace ringside::cli {
namespace {

using report::GateFailure;
using report::GateReport;
using store::Store;

// A basic TOML string. Cell keys are one line of printable text.
std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + '"';
}

GateReport not_judged(const GateRequest& request, std::string id, Error error) {
  GateReport report;
  report.failure = GateFailure{std::move(id), std::move(error)};
  report.campaign = request.campaign.name;
  return report;
}

// A campaign of one stage, as far as it is already stored.
struct StageRow {
  std::optional<CampaignRow> row;
  bool finished = false;
};

Result<StageRow> row_of(const Store& store, std::optional<CampaignRow> row) {
  if (!row) return StageRow{};
  const auto record = store.campaign(*row);
  if (!record) return std::unexpected(record.error());
  return StageRow{row, record->status == store::CampaignStatus::finished};
}

class GateRun {
 public:
  GateRun(const GateRequest& request, Measuring& measuring) : m_request(request), m_measuring(measuring) {}

  Result<GateReport> run();

 private:
  Result<void> find_stages();
  std::optional<GateFailure> refused_by_aa(std::string_view accelerator) const;
  // Measures a stage, or what is left of it. Nothing, where it is complete; else why the gate ends here.
  Result<std::optional<GateReport>> measure(const Campaign& campaign, StageRow& stage, bool second);
  Result<std::optional<GateReport>> measure_second();
  Result<GateReport> judge() const;
  Result<Store> opened() const { return Store::open_read_only(m_request.database); }

  const GateRequest& m_request;
  Measuring& m_measuring;
  StageRow m_first;
  StageRow m_second;
};

Result<void> GateRun::find_stages() {
  if (!m_request.resume) return {};
  const auto store = opened();
  if (!store) return std::unexpected(store.error());
  const std::string& address = m_request.resume->empty() ? m_request.campaign.name : *m_request.resume;
  const auto named = store->find_campaign(address);
  if (!named) return std::unexpected(named.error());
  const auto before = store->first_stage_of(*named);
  if (!before) return std::unexpected(before.error());
  auto first = row_of(*store, before->value_or(*named));
  if (!first) return std::unexpected(std::move(first.error()));
  m_first = *first;
  const auto after = store->second_stage_of(*m_first.row);
  if (!after) return std::unexpected(after.error());
  auto second = row_of(*store, *after);
  if (!second) return std::unexpected(std::move(second.error()));
  m_second = *second;
  const auto record = store->campaign(*m_first.row);
  if (!record) return std::unexpected(record.error());
  if (record->toml == m_request.campaign.toml) return {};
  return fail(ErrorCode::configuration, "the stored gate was made from another text than this file's",
              "start a new gate, or name the same file with the same --set");
}

std::optional<GateFailure> GateRun::refused_by_aa(std::string_view accelerator) const {
  std::error_code error;
  if (!std::filesystem::exists(m_request.database, error)) return std::nullopt;
  const auto store = opened();
  if (!store) return std::nullopt;  // whoever writes to it next says what is wrong with it
  return aa_failure(*store, host::host_id(host::read_host_files()).to_text(), accelerator);
}

Result<std::optional<GateReport>> GateRun::measure(const Campaign& campaign, StageRow& stage, bool second) {
  engine::RunRequest run;
  run.campaign = campaign;
  run.database = m_request.database;
  run.qemu = m_request.qemu;
  run.tag = second ? std::string() : m_request.tag;
  run.resume = stage.row;
  std::optional<Error> unlinked;
  // The link is stored before the first block, so that a gate that is killed finds its second stage again.
  const auto link = [&](const engine::Event& event) {
    const auto* started = std::get_if<engine::CampaignStarted>(&event);
    if (started == nullptr || !second) return;
    auto store = Store::open(m_request.database);
    if (!store) {
      unlinked = std::move(store.error());
      return;
    }
    const auto row = store->find_campaign(started->campaign.to_text());
    auto linked = row ? store->link_gate_stages(*m_first.row, *row) : Result<void>(std::unexpected(row.error()));
    if (!linked) unlinked = std::move(linked.error());
  };
  const auto outcome = m_measuring.run(std::move(run), link);
  if (!outcome) return std::unexpected(outcome.error());
  stage.row = outcome->campaign;
  if (outcome->failure) return not_judged(m_request, "failed", *outcome->failure);
  if (outcome->interrupted) {
    return not_judged(m_request, "interrupted",
                      Error{ErrorCode::interrupted,
                            "the gate was interrupted; what was measured is stored",
                            "to go on: " + m_request.resume_command,
                            {}});
  }
  if (unlinked) return not_judged(m_request, "failed", *unlinked);
  stage.finished = true;
  return std::optional<GateReport>();
}

Result<std::optional<GateReport>> GateRun::measure_second() {
  const auto store = opened();
  if (!store) return std::unexpected(store.error());
  const auto cells = analysis::cells_to_measure_again(*store, *m_first.row, m_request.options);
  if (!cells) return std::unexpected(cells.error());
  if (cells->empty()) return std::optional<GateReport>();
  if (m_measuring.stopped()) {
    return not_judged(m_request, "interrupted",
                      Error{ErrorCode::interrupted,
                            "the gate was interrupted between its stages",
                            "to go on: " + m_request.resume_command,
                            {}});
  }
  const auto campaign = second_stage(m_request.campaign, *cells);
  if (!campaign) return std::unexpected(campaign.error());
  m_measuring.say(fmt::format("stage 2: {} of {} cells flagged, measuring them again with fresh blocks", cells->size(),
                              cells_of(m_request.campaign).size()));
  return measure(*campaign, m_second, true);
}

Result<GateReport> GateRun::judge() const {
  auto store = Store::open(m_request.database);
  if (!store) return std::unexpected(std::move(store.error()));
  auto judgement = analysis::judge_in_two_stages(*store, *m_first.row, m_second.row, m_request.options);
  if (!judgement) return std::unexpected(std::move(judgement.error()));
  const auto records = analysis::verdict_records(*store, *judgement);
  if (!records) return std::unexpected(records.error());
  if (auto stored = store->store_gate_verdicts(*records); !stored) return std::unexpected(std::move(stored.error()));
  const auto aa = store->aa_results(host::host_id(host::read_host_files()).to_text());
  if (aa && aa->empty()) {
    judgement->notes.emplace_back("this host's false-positive rate was never measured: ringside aa FILE");
  }
  GateReport report;
  report.campaign = m_request.campaign.name;
  report.judgement = std::move(*judgement);
  return report;
}

// Where the accelerator is left to the host, every one that was tried must have failed.
std::string expected_accelerator(const Campaign& campaign) {
  const MachineOptions& machine = campaign.arms.front().machine;
  if (machine.accel == Accel::kvm) return "kvm";
  if (machine.accel == Accel::tcg) return fmt::format("tcg,thread={}", to_text(machine.tcg_threads));
  return "";
}

Result<GateReport> GateRun::run() {
  if (auto refused = refused_by_aa(expected_accelerator(m_request.campaign))) {
    return not_judged(m_request, refused->id, refused->error);
  }
  if (auto found = find_stages(); !found) return std::unexpected(std::move(found.error()));
  if (!m_first.finished) {
    auto ended = measure(m_request.campaign, m_first, false);
    if (!ended) return std::unexpected(std::move(ended.error()));
    if (*ended) return **std::move(ended);
  }
  {
    const auto store = opened();
    if (!store) return std::unexpected(store.error());
    const auto record = store->campaign(*m_first.row);
    if (!record) return std::unexpected(record.error());
    if (auto refused = refused_by_aa(record->accelerator)) return not_judged(m_request, refused->id, refused->error);
  }
  if (!m_second.finished) {
    auto ended = measure_second();
    if (!ended) return std::unexpected(std::move(ended.error()));
    if (*ended) return **std::move(ended);
  }
  return judge();
}

}  // namespace

Result<Campaign> second_stage(const Campaign& first, const std::vector<std::string>& cells) {
  std::string list;
  for (const std::string& cell : cells) list += (list.empty() ? "" : ", ") + quoted(cell);
  constexpr auto k_largest = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  const std::uint64_t seed = first.design.seed >= k_largest ? 1 : first.design.seed + 1;
  const std::vector<std::string> overrides{"campaign.name=" + quoted(first.name + ".stage-2"),
                                           "design.cells=[" + list + "]", fmt::format("design.seed={}", seed)};
  return config::parse(first.toml, first.path, overrides);
}

std::optional<GateFailure> aa_failure(const Store& store, const std::string& host_identity,
                                      std::string_view accelerator) {
  const auto results = store.aa_results(host_identity);
  if (!results) return std::nullopt;
  auto refusal = analysis::aa_refusal(*results, accelerator);
  if (!refusal) return std::nullopt;
  return GateFailure{"aa_failed", Error{ErrorCode::invalid_result,
                                        *std::move(refusal),
                                        "a gate here would cry wolf: find what disturbs the host (ringside doctor), "
                                        "then measure again with `ringside aa FILE`",
                                        {}}};
}

Result<GateReport> measure_gate(const GateRequest& request, Measuring& measuring) {
  return GateRun(request, measuring).run();
}

}  // namespace ringside::cli
