// Every test program begins here. A test that hangs says which it is and where its threads are, and ends its program: a suite
// that runs out of its time says neither. ctest gives the limit (cacao_floor); by hand there is none, so that a debugger has all
// day.

#include <gtest/gtest.h>

#include <execinfo.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <csignal>

#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <string>
#include <thread>

namespace {

using namespace std::chrono_literals;

// Addresses; `addr2line -Cfe PROGRAM` says their lines.
void say_where(int) {
    void* frames[60];
    const int n = backtrace(frames, 60);
    backtrace_symbols_fd(frames, n, STDERR_FILENO);
    const char end = '\n';
    (void)!write(STDERR_FILENO, &end, 1);
}

class Watch : public testing::EmptyTestEventListener {
public:
    explicit Watch(std::chrono::seconds limit) : limit_(limit) {
        std::signal(SIGUSR2, say_where);
        void* once[1];
        backtrace(once, 1);  // what it loads it does not load in a handler
        thread_ = std::jthread{[this](const std::stop_token& stop) { watch(stop); }};
    }
    void OnTestStart(const testing::TestInfo& test) override {
        const std::lock_guard lock{mutex_};
        name_ = std::string{test.test_suite_name()} + '.' + test.name();
        changed_.notify_all();
    }
    void OnTestEnd(const testing::TestInfo&) override {
        const std::lock_guard lock{mutex_};
        name_.clear();
        changed_.notify_all();
    }

private:
    void watch(const std::stop_token& stop) {
        std::unique_lock lock{mutex_};
        while (!stop.stop_requested()) {
            const auto name = name_;
            const bool moved = changed_.wait_for(lock, stop, limit_, [&] { return name_ != name; });
            if (moved || name.empty() || stop.stop_requested()) continue;
            std::fprintf(stderr, "\n%s hangs: more than %lld s. Its threads:\n", name.c_str(),
                         static_cast<long long>(limit_.count()));
            for (const auto& task : std::filesystem::directory_iterator("/proc/self/task")) {
                const auto tid = std::stol(task.path().filename().string());
                if (tid == syscall(SYS_gettid)) continue;
                syscall(SYS_tgkill, getpid(), tid, SIGUSR2);
                std::this_thread::sleep_for(100ms);  // one after the other
            }
            std::fflush(nullptr);
            std::_Exit(3);
        }
    }
    std::chrono::seconds limit_;
    std::mutex mutex_;
    std::condition_variable_any changed_;
    std::string name_;
    std::jthread thread_;  // last: it uses what is above
};

}  // namespace

int main(int argc, char** argv) {
    testing::InitGoogleTest(&argc, argv);
    if (const char* limit = std::getenv("CACAO_TEST_HANGS_AFTER"))
        testing::UnitTest::GetInstance()->listeners().Append(new Watch{std::chrono::seconds{std::atol(limit)}});
    return RUN_ALL_TESTS();
}
