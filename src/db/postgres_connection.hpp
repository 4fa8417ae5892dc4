#pragma once
// One PostgreSQL connection in pipeline mode: statements are sent without waiting, answers are read when somebody needs one.
// Used by one thread at a time.

#include "db/postgres_watch.hpp"
#include "db/statement_text.hpp"

#include <chrono>
#include <deque>

namespace cacao::db::postgres {

class Connection {
public:
    // Works as cacao_servicio, whoever logs in: no more rights than the service has.
    // Waits as long as `watch` allows, which must outlive it.
    Connection(const std::string& url, Watch& watch);
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;
    ~Connection();

    // Queues BEGIN (of a write) and the organization, the first messages of the transaction. Throws Lost when the server hung up
    // meanwhile.
    // Each statement of it may take as long as `limit`; 0: as long as the server lets it.
    void begin(std::int64_t organizacionId, bool read_only, std::chrono::milliseconds limit = {});
    void query(std::string_view sql, Params params, EachRow each);
    // The same with one row of it in memory at a time, unless `each` asks something else. When it throws, the rest is read and
    // forgotten, and TooLarge learns how much there was. `unless_small`: a statement whose results have been small is taken
    // whole, which costs less; the more often one was large after all, the longer it has to be small again.
    void query_by_rows(std::string_view sql, Params params, bool unless_small, EachRow each);
    void queue(std::string_view sql, Params params);
    // Sent with the next flush; `each` runs when the answer is read.
    void query_later(std::string_view sql, Params params, std::function<void(const Row&)> each);
    void query_later_by_rows(std::string_view sql, Params params, bool unless_small, std::function<void(const Row&)> each);
    void settle_all();  // waits for everything that was queued
    std::int64_t count(std::string_view sql, Params params);
    void check_constraints();
    void commit();
    void settle_read();  // settle_all(), and the snapshot has ended with it: nothing may be asked until the next begin
    void end_read();     // ends the snapshot, unless it has, and does not wait; the next transaction reads the answer
    void rollback() noexcept;

    std::int64_t number() const;  // the server's, so that it differs among all that are open
    bool usable() const { return usable_; }
    bool unanswered() const { return unanswered_; }  // given up although the server may be there
    std::size_t cached_statements() const { return prepared_count_; }

private:
    struct Prepared;
    class ResultRow;
    class Rows;
    enum class Step : std::uint8_t { prepare, run, commit, sync };
    struct Pending {
        Step step = Step::run;
        Prepared* statement = nullptr;
        std::function<void(const Row&)> each = {};  // of a query that nobody waits for yet
        bool by_rows = false;
        bool measured = false;                 // how large it is tells how the next of its statement is taken
        std::exception_ptr* thrown = nullptr;  // where what `each` throws goes; without it, to whoever settles
    };

    static void walk(const pg_result* result, Prepared& statement, EachRow each);
    Prepared& prepared(std::string_view sql, Params params);
    Prepared& send(std::string_view sql, Params params, Step step = Step::run);
    void send_sync();
    ResultHandle settle();  // flushes, reads every pending answer, gives the last one; throws the first error
    ResultHandle settle_and_sync();
    void refresh();
    ResultHandle read_pending(std::exception_ptr& first_error);
    void read_answer(std::exception_ptr& first_error, ResultHandle& last);
    // Gives what comes behind them.
    static ResultHandle pass_rows(Rows& rows, const Pending& pending, std::exception_ptr& first_error);
    static void pass_whole(const pg_result* result, const Pending& pending, std::exception_ptr& first_error);
    ResultHandle next_result();
    void flush();
    ResultHandle at_once(const std::string& script);  // before the pipeline begins
    void forget_questions();
    void wait(bool for_writing);
    std::chrono::milliseconds limit() const;
    [[noreturn]] void lose();
    [[noreturn]] void give_up();

    Watch& watch_;
    ConnectionHandle connection_;
    bool usable_ = true;
    bool unanswered_ = false;
    Rows* rows_ = nullptr;               // that are coming in
    bool read_ended_ = false;            // by settle_read()
    bool heard_ = false;                 // anything since the transaction began
    std::chrono::milliseconds limit_{};  // of each statement of this transaction, where it is not the common one
    std::deque<Pending> pending_;
    ByText<std::vector<std::unique_ptr<Prepared>>> prepared_;
    std::size_t prepared_count_ = 0;
    std::size_t names_ = 0;
    // Reused for every statement.
    std::vector<const char*> values_;
    std::vector<int> lengths_;
    std::vector<int> formats_;
    std::vector<std::int64_t> integers_;
};

}  // namespace cacao::db::postgres
