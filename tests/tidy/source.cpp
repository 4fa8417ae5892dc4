#include "tidy/source.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace cacao::test {
namespace {

std::filesystem::path root() { return CACAO_SOURCE; }

bool is_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'; }

// Walks over a text and tells code, comments and literals apart.
class Scanner {
public:
    explicit Scanner(std::string_view text) : text_(text), code_(text) { scan(); }
    std::string code() && { return std::move(code_); }
    std::vector<Literal> literals() && { return std::move(literals_); }

private:
    void scan() {
        while (at_ < text_.size()) {
            if (starts("//")) skip_to("\n", 0);
            else if (starts("/*")) skip_to("*/", 2);
            else if (text_[at_] == '"') quoted();
            else if (text_[at_] == '\'' && (at_ == 0 || !is_name(text_[at_ - 1]))) character();
            else {
                if (text_[at_] != ' ' && text_[at_] != '\n' && text_[at_] != '\t' && text_[at_] != 'R') joined_ = false;
                ++at_;
            }
        }
    }
    bool starts(std::string_view what) const { return text_.substr(at_).starts_with(what); }
    void blank(std::size_t from, std::size_t to) {
        for (std::size_t i = from; i < to; ++i)
            if (code_[i] != '\n') code_[i] = ' ';
    }
    void skip_to(std::string_view end, std::size_t more) {
        const std::size_t found = std::min(text_.find(end, at_ + 2), text_.size());
        const std::size_t to = std::min(found + more, text_.size());
        blank(at_, to);
        at_ = to;
    }
    void character() {
        std::size_t end = at_ + 1;
        while (end < text_.size() && text_[end] != '\'') end += text_[end] == '\\' ? 2U : 1U;
        blank(at_ + 1, std::min(end, text_.size()));
        at_ = end + 1;
        joined_ = false;
    }
    void quoted() {
        const bool raw = at_ > 0 && text_[at_ - 1] == 'R';
        std::string value;
        std::size_t end;
        if (raw) {
            const std::size_t open = text_.find('(', at_);
            const std::string close = ")" + std::string{text_.substr(at_ + 1, open - at_ - 1)} + "\"";
            end = text_.find(close, open);
            value = text_.substr(open + 1, end - open - 1);
            end += close.size() - 1;
        } else {
            end = at_ + 1;
            while (end < text_.size() && text_[end] != '"') {
                if (text_[end] == '\\') ++end;
                value += text_[end++];
            }
        }
        if (joined_ && !literals_.empty()) literals_.back().text += value;
        else
            literals_.push_back(
                {static_cast<int>(std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(at_), '\n')) + 1, value});
        joined_ = true;
        blank(at_ + 1, end);
        at_ = end + 1;
    }

    std::string_view text_;
    std::string code_;
    std::vector<Literal> literals_;
    std::size_t at_ = 0;
    bool joined_ = false;
};

}  // namespace

bool SourceFile::is_test() const {
    return path.find("_test.") != std::string::npos || path.find("_fuzz.") != std::string::npos ||
           path.ends_with("raw_client.hpp");
}

std::string read_source(const std::string& path) {
    std::ifstream file{root() / path};
    if (!file) throw std::runtime_error("cannot read " + path);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

std::vector<std::string> files_under(const std::string& folder, std::string_view extension) {
    std::vector<std::string> list;
    for (const auto& entry : std::filesystem::recursive_directory_iterator{root() / folder})
        if (entry.is_regular_file() && entry.path().string().ends_with(extension))
            list.push_back(std::filesystem::relative(entry.path(), root()).string());
    std::ranges::sort(list);
    return list;
}

std::vector<SourceFile> source_files(const std::string& folder) {
    std::vector<SourceFile> list;
    for (const char* extension : {".cpp", ".hpp", ".inc"})
        for (const auto& path : files_under(folder, extension)) list.push_back({path, read_source(path)});
    return list;
}

std::string code_only(std::string_view text) { return Scanner{text}.code(); }

std::vector<Literal> literals(std::string_view text) { return Scanner{text}.literals(); }

}  // namespace cacao::test
