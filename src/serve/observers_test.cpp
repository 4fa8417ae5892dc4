#include "serve/access_log.hpp"
#include "serve/metrics.hpp"
#include "serve/raw_client.hpp"
#include "serve/work_metrics.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

namespace cacao::serve {
namespace {

using testing::HasSubstr;
using testing::Not;
using namespace std::chrono_literals;

std::string content(const std::filesystem::path& file) {
    std::ostringstream out;
    out << std::ifstream{file}.rdbuf();
    return out.str();
}

class AccessLogTest : public testing::Test {
protected:
    AccessLogTest() {
        char pattern[] = "/tmp/cacao_log_XXXXXX";
        folder = ::mkdtemp(pattern);
        request.verb = api::Verb::PUT;
        request.path = "/api/Contacto/7";
        request.query = "secreto=1";
        request.trace_id = "0af7651916cd43dd8448eb211c80319c";
        request.remote = "203.0.113.7";
        answer.status = 200;
        answer.operation = "ContactoModificar";
        answer.organizacionId = 3;
        answer.usuarioId = 4;
        answer.consumidorId = 5;
    }
    ~AccessLogTest() override { std::filesystem::remove_all(folder); }

    std::filesystem::path folder;
    api::Request request;
    api::Answer answer;
};

TEST_F(AccessLogTest, LineSaysEverythingButTheQuery) {
    std::string line;
    write_log_line(line, request, answer, 1'234'567ns, 890, 1'794'700'800'000'042);
    EXPECT_EQ(
        line,
        R"({"time":"2026-11-15T00:00:00.000042Z","method":"PUT","path":"/api/Contacto/7","status":200,"bytes":890,"micros":1234,)"
        R"("traceId":"0af7651916cd43dd8448eb211c80319c","operation":"ContactoModificar","organizacionId":3,"usuarioId":4,)"
        R"("consumidorId":5,"remote":"203.0.113.7"})");
}

TEST_F(AccessLogTest, PathCannotForgeALine) {
    request.path = "/\"},{\"x\":\"\\\n\xC3\xB1";
    std::string line;
    write_log_line(line, request, answer, 0ns, 0, 0);
    EXPECT_THAT(line, HasSubstr(R"("path":"/\"},{\"x\":\"\\%0A%C3%B1")"));
}

TEST_F(AccessLogTest, WritesAndReopens) {
    const auto file = folder / "access.log";
    AccessLog log{file};
    log.finished(request, answer, 1ms, 10, false);
    log.flush();
    EXPECT_THAT(content(file), HasSubstr("\"operation\":\"ContactoModificar\""));

    std::filesystem::rename(file, folder / "access.log.1");
    log.reopen();
    log.flush();
    answer.operation = "ContactoObtener";
    for (int i = 0; i < 20; ++i) log.finished(request, answer, 1ms, 10, false);
    log.flush();
    const std::string text = content(file);
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 20);
    EXPECT_THAT(content(folder / "access.log.1"), Not(HasSubstr("ContactoObtener")));
    EXPECT_EQ(log.dropped(), 0U);
}

TEST_F(AccessLogTest, FullQueueDropsAndCounts) {
    const auto file = folder / "access.log";
    AccessLog log{file, 10};
    log.finished(request, answer, 1ms, 10, false);
    log.finished(request, answer, 1ms, 10, false);
    EXPECT_EQ(log.dropped(), 2U);
    log.flush();
    EXPECT_THAT(content(file), HasSubstr("\"dropped\":"));
}

TEST_F(AccessLogTest, FolderThatIsNotThereIsOneSentence) {
    EXPECT_THROW(AccessLog{(folder / "none" / "access.log").string()}, std::runtime_error);
}

TEST(Metrics, CountsByOperationAndClass) {
    Metrics metrics;
    api::Request request;
    api::Answer answer;
    answer.operation = "ContactoObtener";
    metrics.opened();
    metrics.started();
    metrics.started();
    metrics.finished(request, answer, 3ms, 100, false);
    answer.status = 404;
    answer.operation = {};
    metrics.finished(request, answer, 3ms, 100, false);
    answer.status = 431;
    metrics.finished(request, answer, 0ms, 50, true);
    metrics.started();
    const std::string text = metrics.text();
    EXPECT_THAT(text, HasSubstr("cacao_http_requests_total{operation=\"ContactoObtener\",status=\"2xx\"} 1\n"));
    EXPECT_THAT(text, HasSubstr("cacao_http_requests_total{operation=\"ninguna\",status=\"4xx\"} 1\n"));
    EXPECT_THAT(text, HasSubstr("cacao_http_request_duration_seconds_bucket{operation=\"ContactoObtener\",le=\"0.0025\"} 0\n"));
    EXPECT_THAT(text, HasSubstr("cacao_http_request_duration_seconds_bucket{operation=\"ContactoObtener\",le=\"0.005\"} 1\n"));
    EXPECT_THAT(text, HasSubstr("cacao_http_refused_total{status=\"431\"} 1\n"));
    EXPECT_THAT(text, HasSubstr("cacao_http_requests_in_flight 1\n"));
    EXPECT_THAT(text, HasSubstr("cacao_http_connections 1\n"));
    EXPECT_THAT(text, HasSubstr("cacao_http_sent_bytes_total 250\n"));

    // Asking again counts nothing twice.
    EXPECT_EQ(metrics.text(), text);
    answer.status = 200;
    answer.operation = "ContactoObtener";
    metrics.finished(request, answer, 1s, 50, false);
    const std::string later = metrics.text();
    EXPECT_THAT(later, HasSubstr("cacao_http_requests_total{operation=\"ContactoObtener\",status=\"2xx\"} 2\n"));
    EXPECT_THAT(later, HasSubstr("cacao_http_request_duration_seconds_count{operation=\"ContactoObtener\"} 2\n"));
    EXPECT_THAT(later, HasSubstr("cacao_http_request_duration_seconds_sum{operation=\"ContactoObtener\"} 1.003\n"));
    EXPECT_THAT(later, HasSubstr("cacao_http_sent_bytes_total 300\n"));
}

TEST(Metrics, TwoAtOnceDoNotMix) {
    Metrics one, two;
    api::Answer answer;
    answer.operation = "A";
    for (int i = 0; i < 3; ++i) {
        one.finished({}, answer, 1ms, 1, false);
        two.finished({}, answer, 1ms, 1, false);
    }
    EXPECT_THAT(one.text(), HasSubstr("{operation=\"A\",status=\"2xx\"} 3\n"));
    EXPECT_THAT(two.text(), HasSubstr("{operation=\"A\",status=\"2xx\"} 3\n"));
}

TEST(Metrics, AreServedOnAnAddressOfTheirOwn) {
    Metrics metrics;
    MetricsHandler handler{metrics};
    ServerSettings settings;
    settings.listen = "127.0.0.1:0";
    Server server{settings, handler};
    server.start();
    RawClient c{server.port()};
    EXPECT_THAT(c.ask("GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n").body, HasSubstr("cacao_http_connections 0"));
    EXPECT_EQ(c.ask("GET /otra HTTP/1.1\r\nHost: x\r\n\r\n").status, 404);
    EXPECT_EQ(c.ask("PUT /metrics HTTP/1.1\r\nHost: x\r\n\r\n").header("Allow"), "GET, HEAD");
}

TEST(Metrics, TellOfWorkByKind) {
    Metrics metrics;
    WorkMetrics work{metrics.registry()};
    using End = api::WorkObserver::End;
    work.taken("Consulta");
    work.taken("Consulta");
    work.ended("Consulta", End::hecho);
    work.ended("Consulta", End::reintento);
    work.waiting({{"Consulta", {.due = 3, .failed = 1}}});
    EXPECT_THAT(metrics.text(), HasSubstr("cacao_work_taken_total{kind=\"Consulta\"} 2\n"));
    EXPECT_THAT(metrics.text(), HasSubstr("cacao_work_ended_total{end=\"retry\",kind=\"Consulta\"} 1\n"));
    EXPECT_THAT(metrics.text(), HasSubstr("cacao_work_due{kind=\"Consulta\"} 3\n"));
    EXPECT_THAT(metrics.text(), HasSubstr("cacao_work_failed{kind=\"Consulta\"} 1\n"));
    work.waiting({});
    EXPECT_THAT(metrics.text(), HasSubstr("cacao_work_failed{kind=\"Consulta\"} 0\n")) << "what is gone is told as gone";
}

TEST(Observers, ServerFeedsLogAndMetricsTogether) {
    char pattern[] = "/tmp/cacao_log_XXXXXX";
    const std::filesystem::path folder = ::mkdtemp(pattern);
    AccessLog log{folder / "access.log"};
    Metrics metrics;
    Observers both{{&log, &metrics}};
    TestHandler handler{echo};
    ServerSettings settings;
    settings.listen = "127.0.0.1:0";
    {
        Server server{settings, handler, &both};
        server.start();
        RawClient c{server.port()};
        const RawAnswer a = c.ask("GET /a?b HTTP/1.1\r\nHost: x\r\n\r\n");
        log.flush();
        const std::string line = content(folder / "access.log");
        EXPECT_THAT(line, HasSubstr("\"path\":\"/a\""));
        EXPECT_THAT(line, HasSubstr("\"bytes\":" + std::to_string(a.head.size() + a.body.size()) + ","));
        EXPECT_THAT(line, HasSubstr(a.header("traceparent").substr(3, 32)));
        EXPECT_THAT(metrics.text(), HasSubstr("cacao_http_connections 1\n"));
        EXPECT_EQ(c.ask("\x01").status, 400);
    }
    log.flush();
    EXPECT_THAT(content(folder / "access.log"), HasSubstr("\"status\":400"));
    EXPECT_THAT(metrics.text(), HasSubstr("cacao_http_connections 0\n"));
    EXPECT_THAT(metrics.text(), HasSubstr("cacao_http_requests_in_flight 0\n"));
    std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace cacao::serve
