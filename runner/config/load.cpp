// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/load.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>
#include <system_error>

#include "config/aa_table.h"
#include "config/arm_table.h"
#include "config/constraints.h"
#include "config/fio_tables.h"
#include "config/gate_table.h"
#include "config/guest_tables.h"
#include "config/overrides.h"
#include "config/published_table.h"
#include "config/table_reader.h"
#include "config/toml.h"
#include "core/cell.h"

namespace ringside::config {
namespace {

namespace fs = std::filesystem;

constexpr int k_most_blocks = 100'000;
constexpr int k_most_runs = 1000;

Result<void> read_head(const Node& table, Campaign& campaign) {
  TableReader in(table, "[campaign]");
  in.require("name", "name = \"…\"");
  if (in.text("name", campaign.name)) {
    std::string plain = campaign.name;
    std::erase(plain, '.');
    if (!is_arm_name(plain)) {
      in.reject(table.find("name")->value.at, fmt::format("'{}' cannot be the name of a campaign", campaign.name),
                "letters, digits, '.', '-', '_' and '+'");
    }
  }
  in.line("question", campaign.question);
  return in.finish();
}

Result<void> read_design(const Node& table, Design& design) {
  TableReader in(table, "[design]");
  in.count("blocks", design.blocks, 1, k_most_blocks);
  in.count("runs", design.runs, 1, k_most_runs);
  in.seed("seed", design.seed);
  in.texts("cells", design.cells);
  return in.finish();
}

Result<void> read_probes(const Node& table, ProbeTier& tier) {
  TableReader in(table, "[probes]");
  in.choice("tier", tier, {ProbeTier::none, ProbeTier::counters, ProbeTier::histograms, ProbeTier::events});
  return in.finish();
}

Result<void> read_arms(const Node& list, const Arm& defaults, const fs::path& folder, Campaign& campaign) {
  if (list.kind != Node::Kind::list || list.items.empty()) {
    return wrong(list.at, "the arms must be a list of tables", "write [[arm]] with two brackets");
  }
  for (const Node& item : list.items) {
    auto arm = read_arm(item, defaults, folder);
    if (!arm) return std::unexpected(arm.error());
    campaign.arms.push_back(std::move(*arm));
  }
  return {};
}

Result<void> read_fio_and_matrix(const Node* fio, const Node& matrix, Campaign& campaign) {
  auto axes = read_matrix(matrix);
  if (!axes) return std::unexpected(axes.error());
  campaign.matrix = std::move(*axes);
  if (fio == nullptr) return {};
  auto options = read_fio(*fio, "[fio]");
  if (!options) return std::unexpected(options.error());
  campaign.fio = std::move(*options);
  return check_not_in_matrix(*fio, "[fio]", campaign.matrix);
}

// A pattern that no cell fits is a typing error.
Result<void> check_wanted_cells(const Entry* design, const Campaign& campaign) {
  const std::vector<Cell> cells = cells_of(campaign.matrix);
  for (const std::string& pattern : campaign.design.cells) {
    if (std::ranges::any_of(cells, [&](const Cell& cell) { return fits_any(cell.key(), {pattern}); })) continue;
    return wrong(design->value.find("cells")->value.at, fmt::format("no cell of the matrix fits '{}'", pattern),
                 fmt::format("the first cell is '{}'", cells.front().key()));
  }
  return {};
}

// The tables of a file, each known by its name, in the order in which they must be read.
class CampaignReader {
 public:
  CampaignReader(const Node& root, fs::path folder)
      : m_root(root), m_in(root, "the campaign file"), m_folder(std::move(folder)) {}

  Result<Campaign> read() {
    m_in.require("campaign", "[campaign] with a name");
    m_in.require("arm", "[[arm]] with a name: there is nothing to measure");
    m_in.require("matrix", "[matrix] with a fio option, such as bs = [\"4k\"]");
    Arm defaults;
    table("campaign", [&](const Node& node) { return read_head(node, m_campaign); });
    table("guest", [&](const Node& node) { return read_guest(node, "[guest]", m_folder, defaults.guest); });
    table("machine", [&](const Node& node) { return read_machine(node, "[machine]", defaults.machine); });
    table("backend", [&](const Node& node) { return read_backend(node, "[backend]", m_folder, defaults.backend); });
    table("topology", [&](const Node& node) { return read_topology(node, "[topology]", defaults.topology); });
    table("design", [&](const Node& node) { return read_design(node, m_campaign.design); });
    table("probes", [&](const Node& node) { return read_probes(node, m_campaign.probes); });
    const Node* fio = node_of("fio");
    table("matrix", [&](const Node& node) { return read_fio_and_matrix(fio, node, m_campaign); });
    table("arm", [&](const Node& node) { return read_arms(node, defaults, m_folder, m_campaign); });
    const Node* gate = node_of("gate");
    const Node* aa = node_of("aa");
    m_published = node_of("published");
    table("replication", [&](const Node& node) { return read_replication(node, m_campaign.quick); });
    if (const auto done = m_in.finish(); !done) return std::unexpected(done.error());
    return finish(aa, gate);
  }

 private:
  const Node* node_of(std::string_view key) {
    const Entry* entry = m_in.take(key);
    return entry == nullptr ? nullptr : &entry->value;
  }

  template <typename Reader>
  void table(std::string_view key, const Reader& reader) {
    const Node* node = node_of(key);
    if (node == nullptr) return;
    if (const auto done = reader(*node); !done) m_in.reject(done.error());
  }

  Result<Campaign> finish(const Node* aa, const Node* gate) {
    const auto good = check_combinations(m_campaign, m_root.find("arm")->value.items);
    if (!good) return std::unexpected(good.error());
    if (const auto done = check_wanted_cells(m_root.find("design"), m_campaign); !done) {
      return std::unexpected(done.error());
    }
    if (aa != nullptr) {
      if (const auto done = read_same_arm(*aa, m_folder, m_campaign); !done) return std::unexpected(done.error());
    }
    auto read = read_gate(gate, m_campaign.arms);
    if (!read) return std::unexpected(read.error());
    m_campaign.gate = std::move(*read);
    if (m_published != nullptr) {
      if (const auto done = read_published(*m_published, m_campaign); !done) return std::unexpected(done.error());
    }
    return std::move(m_campaign);
  }

  const Node& m_root;
  TableReader m_in;
  fs::path m_folder;
  const Node* m_published = nullptr;
  Campaign m_campaign;
};

Result<std::string> read_file(const fs::path& path) {
  std::error_code status;
  if (fs::is_directory(path, status)) {
    return fail(ErrorCode::not_found, fmt::format("'{}' is a folder, not a campaign file", path.string()));
  }
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    return fail(ErrorCode::not_found, fmt::format("cannot read '{}': {}", path.string(), std::strerror(errno)),
                "name a campaign file, such as campaigns/quick.toml");
  }
  std::ostringstream content;
  if (file.peek() != std::ifstream::traits_type::eof()) content << file.rdbuf();
  return content.str();
}

}  // namespace

Result<Campaign> load(const fs::path& path, std::span<const std::string> overrides) {
  const auto text = read_file(path);
  if (!text) return std::unexpected(text.error());
  return parse(*text, path.string(), overrides);
}

Result<Campaign> parse(std::string_view text, std::string_view name, std::span<const std::string> overrides) {
  auto root = parse_toml(text, name);
  if (!root) return std::unexpected(root.error());
  for (const std::string& recorded : recorded_overrides(text)) {
    if (const auto done = apply_override(*root, recorded); !done) return std::unexpected(done.error());
  }
  for (const std::string& override_text : overrides) {
    if (const auto done = apply_override(*root, override_text); !done) return std::unexpected(done.error());
  }
  const fs::path file = fs::absolute(name).lexically_normal();
  auto campaign = CampaignReader(*root, file.parent_path()).read();
  if (!campaign) return campaign;
  campaign->toml = with_overrides(text, overrides);
  campaign->path = file.string();
  return campaign;
}

}  // namespace ringside::config
