#pragma once
// Which passwords somebody tries first. What a password takes is estimated by the cheapest way to make it: common words, the
// names of the user and the company, however they are spelled, any other word, dates, walks over the keyboard, rows and patterns
// that go on, and single characters. Any one word that is too short without the digits and signs around it is refused whatever
// they are.

#include <span>
#include <string_view>

namespace cacao::auth {

// `names` are what an attacker knows of the user: user name, name, company.
bool easily_guessed(std::string_view password, std::span<const std::string_view> names);

}  // namespace cacao::auth
