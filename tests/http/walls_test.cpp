// What nobody can make the service do to others: wait for passwords that a stranger tries, do without memory that one caller
// holds. Counted by what is answered and by what the system says of the process.

#include "http/service.hpp"
#include "http/tienda.hpp"
#include "serve/raw_client.hpp"
#include "support/memory.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <thread>

namespace cacao::test {
namespace {

// A connection from an address of our choice, of those that are all this machine.
class From {
public:
    From(std::string_view address, std::uint16_t port) : fd_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
        sockaddr_in own = at(address, 0), other = at("127.0.0.1", port);
        const timeval patience{30, 0};
        ::setsockopt(fd_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
        if (::bind(fd_, reinterpret_cast<sockaddr*>(&own), sizeof own) != 0 ||
            ::connect(fd_, reinterpret_cast<sockaddr*>(&other), sizeof other) != 0)
            throw std::runtime_error("connect");
    }
    ~From() { ::close(fd_); }
    From(const From&) = delete;
    From& operator=(const From&) = delete;

    void send(std::string_view bytes) const { ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL); }
    // Of the answer, if it is there; 0 otherwise.
    int status() const {
        std::array<char, 13> head{};
        const ssize_t n = ::recv(fd_, head.data(), head.size(), MSG_DONTWAIT);
        return n == static_cast<ssize_t>(head.size()) ? std::atoi(head.data() + 9) : 0;
    }

private:
    static sockaddr_in at(std::string_view address, std::uint16_t port) {
        sockaddr_in out{};
        out.sin_family = AF_INET;
        out.sin_port = htons(port);
        inet_pton(AF_INET, std::string{address}.c_str(), &out.sin_addr);
        return out;
    }
    int fd_;
};

std::string login(std::string_view credentials) {
    return fmt::format(
        "POST /api/Seguridad/Autenticacion HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{}",
        credentials.size(), credentials);
}

class WallsHttpTest : public testing::TestWithParam<db::Motor> {};
CACAO_EN_AMBOS_MOTORES(WallsHttpTest);

TEST_P(WallsHttpTest, AFloodOfLoginsIsAFloodForItselfAlone) {
    Service service{GetParam()};
    constexpr int many = 100;
    constexpr int networks = 60;
    std::vector<std::unique_ptr<From>> flood;
    const auto from = [&](std::string_view address) {
        flood.push_back(std::make_unique<From>(address, service.port()));
        flood.back()->send(login(fmt::format(R"({{"usuario":"nadie{}","password":"no la sabe nadie"}})", flood.size())));
    };
    for (int i = 0; i < many; ++i) from("127.0.0.10");
    // A password waits for its turn, among networks and not among attempts.
    const auto& admin = service.person("admin");
    const auto right = service.ask("nadie", "POST", "/api/Seguridad/Autenticacion",
                                   fmt::format(R"({{"usuario":"{}","password":"{}"}})", admin.usuario, admin.password));
    EXPECT_EQ(right.status, 200) << right.body;
    std::map<int, int> answers;
    for (const auto& one : flood) ++answers[one->status()];
    EXPECT_GE(answers[503], 10) << "those that found no place know it by now, the others are not waited for";
    EXPECT_EQ(answers[0] + answers[401] + answers[503], many);
    // These hash nothing. Turns alone would have them stand behind each of the networks.
    flood.clear();
    for (int i = 0; i < networks; ++i) from(fmt::format("127.0.1.{}", i + 1));
    const auto key =
        service.ask("nadie", "POST", "/api/Seguridad/Autenticacion", fmt::format(R"({{"apiKey":"{}"}})", admin.apiKey));
    EXPECT_EQ(key.status, 200) << key.body;
    EXPECT_EQ(service.ask("nadie", "POST", "/api/Seguridad/Renovar", R"({"refreshToken":"no"})").status, 401);
    EXPECT_LT(std::ranges::count_if(flood, [](const auto& one) { return one->status() == 401; }), networks / 2);
}

// A whole office that comes at once, more of them than there were once places for one network.
TEST_P(WallsHttpTest, AWholeOfficeGetsIn) {
    Service service{GetParam()};
    const auto& admin = service.person("admin");
    const std::string right = fmt::format(R"({{"usuario":"{}","password":"{}"}})", admin.usuario, admin.password);
    constexpr std::size_t office = 20;
    const auto answers = together(service.port(), office, office, [&](Client& client, std::size_t) {
        return client.ask("POST", "/api/Seguridad/Autenticacion", {{"Content-Type", "application/json"}}, right);
    });
    for (const auto& answer : answers) EXPECT_EQ(answer.status, 200) << answer.body;
}

// A record of megabytes that sixty ask for, eight times each, and nobody reads. It is made by few at a time; whoever asks for
// little does not notice, and what waits waits on the disk.
TEST_P(WallsHttpTest, ALargeRecordThatNobodyReads) {
    Service service{GetParam()};
    const Tienda tienda{service};
    std::string invoice = fmt::format(R"({{"clienteId":{},"partidas":[)", tienda.clienteId);
    std::string description;
    for (int i = 0; i < 1000; ++i) description += "🍫";
    for (int i = 0; i < 2400; ++i)
        invoice += fmt::format(R"({}{{"conceptoId":{},"descripcion":"{}","cantidad":1,"precioUnitario":1}})", i == 0 ? "" : ",",
                               tienda.conceptoId, description);
    const auto made = service.ask("admin", "POST", "/api/FacturaVenta", invoice + "]}");
    ASSERT_EQ(made.status, 200) << made.body;
    const std::string path = "/api/FacturaVenta/" + made.at("/data/transaccionId");
    const auto whole = service.ask("admin", "GET", path);
    ASSERT_EQ(whole.status, 200);
    ASSERT_GT(whole.body.size(), 10'000'000U);
    ASSERT_EQ(service.ask("otra", "GET", "/api/Contactos/1").status, 400);  // it is not the only one who calls
    forget_peak(service.process().pid());
    const auto before = memory(service.process().pid(), "VmHWM");
    std::string eight;
    for (int i = 0; i < 8; ++i)
        eight +=
            fmt::format("GET {} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {}\r\n\r\n", path, service.person("admin").token);
    std::vector<std::unique_ptr<From>> callers, idle;
    constexpr int many = 60;
    for (int i = 0; i < many; ++i) {
        callers.push_back(std::make_unique<From>("127.0.0.1", service.port()));
        callers.back()->send(eight);
    }
    const auto contact = fmt::format("/api/Contactos/{}", tienda.clienteId);
    std::map<int, int> answers;
    for (int i = 0; !callers.empty(); ++i) {
        EXPECT_EQ(service.ask("nadie", "GET", "/livez").status, 200);
        EXPECT_EQ(service.ask("admin", "GET", contact).status, 200);
        const auto cost_centre = fmt::format(R"({{"codigo":"C{0}","nombre":"C"}})", i);
        ASSERT_EQ(service.ask("otra", "POST", "/api/CentrosCosto", cost_centre).status, 200);
        // Those that were answered, and stay without reading more.
        const auto answered = std::partition(callers.begin(), callers.end(), [&](const auto& caller) {
            const int status = caller->status();
            ++answers[status];
            return status == 0;
        });
        std::move(answered, callers.end(), std::back_inserter(idle));
        callers.erase(answered, callers.end());
    }
    EXPECT_GE(answers[200], 1);
    EXPECT_EQ(answers[200] + answers[503], many);
    EXPECT_LT(memory(service.process().pid(), "VmHWM") - before, 150);
}

// Three million empty objects, three hundred thousand that are wrong: neither becomes more than it may.
TEST(Walls, LargeBodiesDoNotBecomeLarger) {
    Service service{db::Motor::sqlite};
    const auto list = [](std::size_t many) {
        std::string body = R"({"clienteId":1,"partidas":[{})";
        for (std::size_t i = 1; i < many; ++i) body += ",{}";
        return body + "]}";
    };
    const auto before = memory(service.process().pid(), "VmHWM");
    for (const auto& [many, faults] : {std::pair{3'300'000U, "demasiados_valores "}, std::pair{240'000U, ""}}) {
        const std::string body = list(many);
        const auto answers = together(service.port(), 6, 6, [&](Client& client, std::size_t) {
            return client.ask("POST", "/api/FacturaVenta", service.authorized("admin", {{"Content-Type", "application/json"}}),
                              body);
        });
        std::map<int, int> by_status;  // 0: refused while it was still sending, and let go
        for (const auto& a : answers) {
            ++by_status[a.status];
            if (a.status == 400 && *faults != '\0') {
                EXPECT_EQ(a.faults(), faults);
            }
        }
        EXPECT_GE(by_status[400], 1);
        EXPECT_EQ(by_status[400] + by_status[503] + by_status[0], 6);
    }
    EXPECT_LT(memory(service.process().pid(), "VmHWM") - before, 150);
    EXPECT_EQ(service.ask("admin", "POST", "/api/CentrosCosto", R"({"codigo":"A","nombre":"A"})").status, 200);
}

// Thousands who say little of what they announced, and whom nobody knows.
TEST(Walls, StrangersHoldLittleAndGiveItBack) {
    constexpr int many = 3000;
    rlimit files{};
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = std::min<rlim_t>(files.rlim_max, many + 500);
    setrlimit(RLIMIT_NOFILE, &files);
    if (files.rlim_cur < many + 500) GTEST_SKIP() << "too few files may be open";
    Service service{db::Motor::sqlite};
    EXPECT_EQ(service.ask("admin", "GET", "/api/CentrosCosto").status, 200);
    const auto before = memory(service.process().pid(), "VmRSS");
    const std::string head =
        "POST /api/Seguridad/Autenticacion HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nX-Filler: " +
        std::string(7500, 'x') + "\r\nContent-Length: 16300\r\n\r\n";
    const std::string body(16'000, ' ');
    {
        std::vector<std::unique_ptr<From>> strangers;
        for (int i = 0; i < many; ++i) {
            strangers.push_back(std::make_unique<From>(fmt::format("127.0.0.{}", 20 + i % 4), service.port()));
            strangers.back()->send(head);
            strangers.back()->send(body);
        }
        // Whoever is known is served meanwhile, with a larger body too; by then all of those have been read.
        const auto made = service.ask("admin", "POST", "/api/CentrosCosto",
                                      fmt::format(R"({{"codigo":"B","nombre":"B"{}}})", std::string(50'000, ' ')));
        EXPECT_EQ(made.status, 200) << made.body;
        EXPECT_LT(memory(service.process().pid(), "VmRSS") - before, 60);
    }
    // The allocator would keep it.
    while (memory(service.process().pid(), "VmRSS") - before > 24) std::this_thread::yield();
}

}  // namespace
}  // namespace cacao::test
