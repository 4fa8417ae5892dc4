#pragma once
// Which passwords somebody tries first: common ones, seasons and months with a year, the names of the user and the company, however
// they are spelled; any one word that is too short without the digits and signs around it; walks over the keyboard, a few characters
// over and over.

#include <span>
#include <string_view>

namespace cacao::auth {

// `names` are what an attacker knows of the user: user name, name, company.
bool easily_guessed(std::string_view password, std::span<const std::string_view> names);

}  // namespace cacao::auth
