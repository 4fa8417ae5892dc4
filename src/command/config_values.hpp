#pragma once
// How the text of a setting is read, by its kind.

#include "command/config.hpp"

namespace cacao::command {

// Stores the value; otherwise says what is wrong, as the end of a sentence: `"x" is not HOST:PORT, such as …`.
std::optional<std::string> store(const Setting& setting, std::string_view text, Config& config);

// The first line of a file that is closed to others; otherwise says what is wrong.
std::optional<std::string> read_password(const std::string& file, std::string& password);
// Puts the password that a file holds in its first line into the address of a database; otherwise says what is wrong.
std::optional<std::string> add_password(const std::string& file, std::string& url);

// " (did you mean listen?)" when a known name is close enough to the one given, else nothing.
std::string suggestion(std::string_view given, std::span<const std::string> known);

// A TOML file as texts by key; what is not a text, a whole number, a boolean or a list of texts is a fault.
Values read_config_file(const std::string& file, std::vector<std::string>& faults);

}  // namespace cacao::command
