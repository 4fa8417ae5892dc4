#pragma once
// A real PostgreSQL server for the tests of this process: the one that CACAO_TEST_PG names (a superuser's address), or a
// cluster of its own in a temporary folder, started at first use and gone at exit.

#include <sys/types.h>

#include <string>
#include <vector>

namespace cacao::test {

class Postgres {
public:
    static Postgres& instance();
    Postgres(const Postgres&) = delete;
    Postgres& operator=(const Postgres&) = delete;

    // Roles of this process: an ordinary owner, and a login that is a member of cacao_servicio and nothing more.
    std::string superuser_url(const std::string& database = "postgres") const;
    std::string owner_url(const std::string& database) const;
    std::string service_url(const std::string& database) const;

    // A fresh copy of the migrated database, or of one that nobody is connected to; drop() closes whatever is still connected.
    std::string create_database(const std::string& copy_of = {});
    std::string create_empty_database();
    void drop(const std::string& database);

    // Ends the server at once, as a failing machine would, and starts it again on the same port. False when it is someone else's.
    bool crash();

    // The server and all its processes, standing still until this goes: nothing is closed, nothing is answered.
    class Stopped {
    public:
        explicit Stopped(const Postgres& postgres);
        // Only those that serve the database of this address, as they are now: the server goes on and makes others.
        Stopped(const Postgres& postgres, const std::string& url);
        ~Stopped();
        Stopped(const Stopped&) = delete;
        Stopped& operator=(const Stopped&) = delete;

    private:
        std::vector<pid_t> processes_;
    };

    // Its process; 0 when the server is someone else's.
    pid_t server() const { return server_; }

    // One statement as superuser.
    void run(const std::string& sql, const std::string& database = "postgres");

private:
    Postgres();
    ~Postgres();
    void start_cluster();
    bool launch();  // on port_; whether it answers
    void make_roles();
    std::string url(const std::string& user, const std::string& password, const std::string& database) const;
    std::string next_name();

    std::string folder_;  // empty when the server is someone else's
    pid_t server_ = 0;
    pid_t made_by_;  // a forked child must not stop the server when it exits
    std::string host_;
    std::string port_;
    std::string superuser_ = "postgres";
    std::string superuser_password_;
    std::string mark_;  // in every name made here, so that test processes can share a server
    std::string template_;
    int databases_ = 0;
};

}  // namespace cacao::test
