#pragma once
// What a connection has still to send: answers one behind the other, the last of them perhaps too large to be copied, or in a
// file. Included by connection.hpp only.

#include "serve/loop.hpp"

#include <boost/asio/buffer.hpp>

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <string_view>

namespace cacao::serve {

class Output {
public:
    explicit Output(Loop& loop) : loop_(loop) {}

    // Where small things go. Taken from the thread's spare buffers when first needed.
    std::string& text() {
        if (text_.capacity() <= sizeof(std::string)) text_ = loop_.take_buffer();
        return text_;
    }
    // The body behind a head that stands in text().
    void put_body(api::Answer&& answer) {
        if (answer.file) {
            file_ = std::move(answer.file);
            file_sent_ = 0;
        } else if (answer.content().size() <= copy_limit) {
            text_.append(answer.content());
        } else {
            large_shared_ = std::move(answer.shared_body);
            large_own_ = std::move(answer.body);
            large_ = large_shared_ ? *large_shared_ : large_own_;
        }
    }

    // It must be written before anything is put behind it.
    bool full() const { return text_.size() >= flush_limit || !large_.empty() || file_; }
    std::size_t size() const { return text_.size() + large_.size(); }  // of what can be written now
    bool has_large() const { return !large_.empty(); }
    const std::string& front() const { return text_; }
    // As much as one call should copy: within it nobody else is served.
    std::array<asio::const_buffer, 2> unwritten(std::size_t written) const {
        const std::size_t of_large = written > text_.size() ? written - text_.size() : 0;
        return {asio::buffer(text_) + written, asio::buffer(asio::buffer(large_) + of_large, write_limit)};
    }
    // All of that was written.
    void clear() {
        loop_.give_buffer(std::move(text_));
        text_ = {};
        piece_.reset();
        if (large_.empty()) return;
        large_ = {};
        std::string{}.swap(large_own_);
        large_shared_.reset();
    }

    bool is_piece() const { return piece_ != nullptr; }
    bool more_in_file() const { return file_ != nullptr; }
    // The next of it, to be written. False when the disk does not give it.
    bool next_piece() {
        std::string& out = text();
        out.resize(static_cast<std::size_t>(std::min<std::uint64_t>(file_->size() - file_sent_, flush_limit)));
        const bool read = file_->read(file_sent_, out);
        file_sent_ += out.size();
        piece_ = file_;
        if (file_sent_ == file_->size()) file_.reset();
        return read;
    }
    // So much of a piece was written, and the rest will have to wait: it waits in the file. False when it came from none.
    bool put_back(std::size_t written) {
        if (!piece_) return false;
        file_ = piece_;
        file_sent_ -= text_.size() - written;
        clear();
        return true;
    }

    // Bytes of memory. What others hold as well is theirs.
    std::size_t held() const {
        return text_.capacity() + (large_shared_.use_count() == 1 ? large_shared_->capacity() : large_own_.capacity());
    }

private:
    static constexpr std::size_t copy_limit = 32 * 1024;   // a larger body is written from where it stands
    static constexpr std::size_t flush_limit = 64 * 1024;  // pipelined answers are written at the latest here
    static constexpr std::size_t write_limit = 256 * 1024;

    Loop& loop_;
    std::string text_;        // answers not yet written
    std::string_view large_;  // a body too large to copy behind them, in one of the next two
    std::string large_own_;
    std::shared_ptr<const std::string> large_shared_;
    std::shared_ptr<const api::Spool> file_;   // whose rest comes behind them
    std::shared_ptr<const api::Spool> piece_;  // the file that text_ is a piece of
    std::uint64_t file_sent_ = 0;
};

}  // namespace cacao::serve
