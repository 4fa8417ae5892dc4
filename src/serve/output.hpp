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
        const Shared& shared = *loop_.shared;
        const bool own = !answer.file && !answer.shared_body;
        if (own && answer.body.size() >= spilled_answer && !shared.has_room(answer.body.size()))
            answer.file = spilled(answer.body, shared.settings.temporary_folder);
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
    std::array<asio::const_buffer, 2> unwritten(std::size_t written) const {
        return {asio::buffer(text_) + written, asio::buffer(large_) + (written > text_.size() ? written - text_.size() : 0)};
    }
    // All of that was written.
    void clear() {
        loop_.give_buffer(std::move(text_));
        text_ = {};
        if (large_.empty()) return;
        large_ = {};
        std::string{}.swap(large_own_);
        large_shared_.reset();
    }

    bool more_in_file() const { return file_ != nullptr; }
    // The next of it, to be written. False when the disk does not give it.
    bool next_piece() {
        std::string& out = text();
        out.resize(static_cast<std::size_t>(std::min<std::uint64_t>(file_->size() - file_sent_, flush_limit)));
        const bool read = file_->read(file_sent_, out);
        file_sent_ += out.size();
        if (file_sent_ == file_->size()) file_.reset();
        return read;
    }

    // Bytes of memory.
    std::size_t held() const { return text_.capacity() + large_own_.capacity(); }

private:
    static constexpr std::size_t copy_limit = 32 * 1024;       // a larger body is written from where it stands
    static constexpr std::size_t flush_limit = 64 * 1024;      // pipelined answers are written at the latest here
    static constexpr std::size_t spilled_answer = 256 * 1024;  // goes to a file when there is no room for it

    // What one answer too many would hold in memory waits on the disk. Nothing when the disk does not take it either.
    static std::shared_ptr<const api::Spool> spilled(std::string& body, const std::string& folder) {
        try {
            auto file = std::make_shared<api::Spool>(folder);
            file->write(body);
            file->finish();
            std::string{}.swap(body);
            return file;
        } catch (...) {
            return nullptr;
        }
    }

    Loop& loop_;
    std::string text_;        // answers not yet written
    std::string_view large_;  // a body too large to copy behind them, in one of the next two
    std::string large_own_;
    std::shared_ptr<const std::string> large_shared_;
    std::shared_ptr<const api::Spool> file_;  // whose rest comes behind them
    std::uint64_t file_sent_ = 0;
};

}  // namespace cacao::serve
