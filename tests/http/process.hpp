#pragma once
// Programs that a test starts: the service itself and the commands beside it. What they print is kept in files, so that no pipe
// fills up; what still runs when the object goes is killed.

#include "support/database.hpp"

#include <sys/types.h>

#include <string>
#include <vector>

namespace cacao::test {

// The binary under test.
std::string cacao_binary();

class Process {
public:
    // The environment is the caller's without CACAO_…, and then `environment` ("NAME=value").
    explicit Process(const std::vector<std::string>& command, const std::vector<std::string>& environment = {});
    ~Process();
    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;

    pid_t pid() const { return pid_; }
    bool running();
    void signal(int number) const;
    // The exit status, or 128 and the number of the signal that ended it. One that does not end is killed after a minute.
    int wait();
    // What it has written so far.
    std::string out() const;
    std::string err() const;

private:
    void take(int status);

    TemporaryFolder folder_;
    pid_t pid_ = 0;
    int exit_ = -1;  // while it runs
};

struct Ended {
    int exit = 0;
    std::string out;
    std::string err;
};
// `cacao` with these arguments, to its end.
Ended run_cacao(std::vector<std::string> arguments, const std::vector<std::string>& environment = {});

}  // namespace cacao::test
