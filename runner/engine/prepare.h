// SPDX-License-Identifier: GPL-3.0-or-later
// Everything a campaign needs before its first boot: that it can run at all, images, QEMU, the accelerator.
#pragma once

#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/campaign.h"
#include "core/result.h"
#include "host/accelerator_memory.h"
#include "image/image.h"
#include "vm/boot_plan.h"

namespace ringside::engine {

// A kind of boot: the arms that share it, the image they run on, and how it is booted.
struct PreparedBoot {
  std::vector<std::size_t> arms;  // indexes into campaign.arms
  image::Image image;
  vm::BootPlan plan;
  host::AcceleratorAnswer accelerator;
};

// "kvm", "tcg,thread=single", "tcg,thread=multi": what two results must have in common to be compared.
[[nodiscard]] std::string accelerator_text(const vm::BootPlan& plan);

// One PreparedBoot per group of arms that share a boot. `notice` hears of images being built and of the accelerator.
// Errors as in run().
[[nodiscard]] Result<std::vector<PreparedBoot>> prepare(const Campaign& campaign, const std::filesystem::path& qemu,
                                                        const std::function<void(std::string)>& notice,
                                                        std::stop_token stop,
                                                        const std::vector<std::string>& tools = {});

}  // namespace ringside::engine
