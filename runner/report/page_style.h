// SPDX-License-Identifier: GPL-3.0-or-later
// How a page looks, on a light or dark screen and on paper. Colours are told apart by who confuses red and green
// (blue, vermilion, amber), and every one stands beside a glyph.
#pragma once

#include <string_view>

namespace ringside::report {

inline constexpr std::string_view k_page_style =
    R"(:root { --ink: #1b1f24; --paper: #ffffff; --dim: #59636e; --line: #d5dae0; --good: #0060b0; --bad: #b8430a;
  --doubt: #7a5c00; --good-ground: #dbeafb; --bad-ground: #fde3d5; --doubt-ground: #faf0cf;
  --c0: #0072b2; --c1: #d55e00; --c2: #009e73; --c3: #cc79a7; --c4: #8a6d00; --c5: #56b4e9; --c6: #5b5b5b; --c7: #7b4bb7; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e9ed; --paper: #15181c; --dim: #9aa4af; --line: #363c44;
  --good: #74b6f2; --bad: #f59b6a; --doubt: #e3c35c; --good-ground: #14324f; --bad-ground: #4b2512; --doubt-ground: #3d3310;
  --c0: #5aaee0; --c1: #f0894a; --c2: #35c79d; --c3: #e3a3c7; --c4: #d1b03a; --c5: #9ad4f5; --c6: #b0b0b0; --c7: #b597e6; } }
body { margin: 2em auto; max-width: 70em; padding: 0 1em; color: var(--ink); background: var(--paper);
  font: 15px/1.45 system-ui, sans-serif; }
h1 { margin-bottom: 0.2em; } h2 { margin-top: 1.8em; border-bottom: 1px solid var(--line); }
.question { font-size: 1.2em; margin-top: 0; } .answer { font-size: 1.05em; margin: 0.3em 0; }
table { border-collapse: collapse; margin: 0.6em 0; font-variant-numeric: tabular-nums; display: block; overflow-x: auto; }
th, td { text-align: left; padding: 0.25em 0.8em 0.25em 0; border-bottom: 1px solid var(--line); vertical-align: top;
  overflow-wrap: break-word; }
th { font-weight: 600; } .number { text-align: right; }
.good { color: var(--good); } .bad { color: var(--bad); } .doubtful { color: var(--doubt); } .dim { color: var(--dim); }
.strong { font-weight: 600; }
.heat th, .heat td { padding: 0.35em 0.8em; } .heat td.good { background: var(--good-ground); }
.heat td.bad { background: var(--bad-ground); } .heat td.doubtful { background: var(--doubt-ground); }
svg { width: 100%; height: auto; font: 13px system-ui, sans-serif; } svg text { fill: var(--ink); }
svg .grid { stroke: var(--line); } svg .one { stroke: var(--ink); stroke-width: 1.5; }
svg .tick { fill: var(--dim); text-anchor: middle; font-size: 12px; } svg .axis { fill: var(--dim); text-anchor: middle; }
svg .share, svg .label { text-anchor: end; } svg .share { fill: var(--dim); font-size: 12px; }
svg .mark { stroke: currentColor; fill: currentColor; stroke-width: 2.5; }
svg.intervals { max-width: 60em; } svg .curve { fill: none; stroke-width: 2; }
.plots { display: grid; grid-template-columns: repeat(auto-fill, minmax(24em, 1fr)); gap: 1em; }
figure { margin: 0; } figcaption { font-weight: 600; overflow-wrap: anywhere; }
.c0 { stroke: var(--c0); } .c1 { stroke: var(--c1); stroke-dasharray: 6 3; } .c2 { stroke: var(--c2); }
.c3 { stroke: var(--c3); stroke-dasharray: 2 3; } .c4 { stroke: var(--c4); } .c5 { stroke: var(--c5); stroke-dasharray: 8 3 2 3; }
.c6 { stroke: var(--c6); } .c7 { stroke: var(--c7); stroke-dasharray: 4 2; }
.legend span::before { content: "■ "; } .legend span { margin-right: 1em; white-space: nowrap; }
.k0::before { color: var(--c0); } .k1::before { color: var(--c1); } .k2::before { color: var(--c2); }
.k3::before { color: var(--c3); } .k4::before { color: var(--c4); } .k5::before { color: var(--c5); }
.k6::before { color: var(--c6); } .k7::before { color: var(--c7); }
pre { overflow-x: auto; background: color-mix(in srgb, var(--line) 40%, transparent); padding: 0.8em; }
summary { cursor: pointer; }
@media print { body { max-width: none; } section { break-inside: auto; } figure, svg, tr { break-inside: avoid; } }
)";

}  // namespace ringside::report
