#pragma once
// Addresses of callers, as far as they are counted.

#include <string>
#include <string_view>

namespace cacao {

// What counts as one caller: an IPv4 address, or the network (/64) of an IPv6 address, all of which one customer owns. An IPv4
// address inside IPv6 (::ffff:203.0.113.7) is that address.
std::string red_de(std::string_view direccion);

}  // namespace cacao
