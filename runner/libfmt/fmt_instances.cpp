// SPDX-License-Identifier: GPL-3.0-or-later
// libfmt as a static library. Debian ships only the shared one, which the static guest agent cannot use, and the
// header-only form, which triples the compile time of every file. This one file defines what fmt's headers declare:
// the ordinary functions by inclusion, the templates that are declared extern by the instantiations below.
#include <fmt/format-inl.h>

namespace fmt {
inline namespace v9 {
namespace detail {

template std::locale locale_ref::get<std::locale>() const;
template thousands_sep_result<char> thousands_sep_impl<char>(locale_ref);
template char decimal_point_impl<char>(locale_ref);
template void buffer<char>::append(const char*, const char*);
template dragonbox::decimal_fp<float> dragonbox::to_decimal<float>(float) noexcept;
template dragonbox::decimal_fp<double> dragonbox::to_decimal<double>(double) noexcept;
template void vformat_to<char>(buffer<char>&, basic_string_view<char>, basic_format_args<buffer_context<char>>,
                               locale_ref);

}  // namespace detail
}  // namespace v9
}  // namespace fmt
