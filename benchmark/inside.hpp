#pragma once
// A company opened inside this process: an operation is called as a function, so that only the operation is measured.

#include "api/context.hpp"
#include "api/operations.hpp"
#include "db/db.hpp"
#include "rooms/seguridad/seguridad.hpp"

#include <filesystem>
#include <functional>
#include <memory>
#include <vector>

namespace cacao::bench {

class Inside {
public:
    // An installation's first organization: its folder, and its database where that is not the folder's own.
    explicit Inside(const std::filesystem::path& data, std::string url = {});
    ~Inside();
    Inside(const Inside&) = delete;
    Inside& operator=(const Inside&) = delete;

    std::int64_t organizacionId() const { return session_.organizacionId; }
    // In a snapshot of its own, as each request has one.
    template <class Work>
    auto read(Work&& work) {
        std::invoke_result_t<Work, const Context&> out;
        database_->read(session_.organizacionId, [&](db::Reader& tx) {
            const Context ctx{{.sesion = &session_, .reloj = &reloj_, .database = database_.get()}, nullptr, &tx};
            out = work(ctx);
        });
        return out;
    }

private:
    std::unique_ptr<db::Database> database_;
    Reloj reloj_;
    api::Operations operations_;
    std::unique_ptr<Seguridad> seguridad_;
    api::Sesion session_;
};

// CPU of `bare` against that of `operation`, each called `times` with 0, 1, …: the median of several rounds, taken in turns.
// `clock` counts it; the calling thread's unless said.
double cpu_ratio(int rounds, int times, const std::function<void(std::size_t)>& bare,
                 const std::function<void(std::size_t)>& operation, const std::function<double()>& clock = {});

}  // namespace cacao::bench
