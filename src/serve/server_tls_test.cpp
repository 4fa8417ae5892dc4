#include "serve/raw_client.hpp"
#include "serve/server.hpp"

#include <gtest/gtest.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>

#include <csignal>
#include <cstdio>
#include <filesystem>
#include <memory>

namespace cacao::serve {
namespace {

template <auto Free>
struct Freed {
    template <class T>
    void operator()(T* pointer) const {
        Free(pointer);
    }
};
template <class T, auto Free>
using Owned = std::unique_ptr<T, Freed<Free>>;

// A self-signed certificate for `name` with its key, written as PEM files.
void write_certificate(const std::filesystem::path& certificate, const std::filesystem::path& key, const char* name) {
    const Owned<EVP_PKEY, EVP_PKEY_free> pair{EVP_EC_gen("P-256")};
    const Owned<X509, X509_free> x509{X509_new()};
    ASN1_INTEGER_set(X509_get_serialNumber(x509.get()), 1);
    X509_gmtime_adj(X509_getm_notBefore(x509.get()), -60);
    X509_gmtime_adj(X509_getm_notAfter(x509.get()), 3600);
    X509_set_pubkey(x509.get(), pair.get());
    X509_NAME_add_entry_by_txt(X509_get_subject_name(x509.get()), "CN", MBSTRING_ASC,
                               reinterpret_cast<const unsigned char*>(name), -1, -1, 0);
    X509_set_issuer_name(x509.get(), X509_get_subject_name(x509.get()));
    X509_sign(x509.get(), pair.get(), EVP_sha256());
    const Owned<FILE, fclose> certificate_file{std::fopen(certificate.c_str(), "w")};
    PEM_write_X509(certificate_file.get(), x509.get());
    const Owned<FILE, fclose> key_file{std::fopen(key.c_str(), "w")};
    PEM_write_PrivateKey(key_file.get(), pair.get(), nullptr, nullptr, 0, nullptr, nullptr);
    std::filesystem::permissions(key, std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
}

class TlsClient {
public:
    explicit TlsClient(std::uint16_t port, int highest = TLS1_3_VERSION, const char* ciphers = "ALL:@SECLEVEL=0")
        : context_(SSL_CTX_new(TLS_client_method())) {
        SSL_CTX_set_min_proto_version(context_.get(), 0);
        SSL_CTX_set_max_proto_version(context_.get(), highest);
        SSL_CTX_set_cipher_list(context_.get(), ciphers);
        ssl_.reset(SSL_new(context_.get()));
        BIO* bio = BIO_new_connect(("127.0.0.1:" + std::to_string(port)).c_str());
        SSL_set_bio(ssl_.get(), bio, bio);
        connected = SSL_connect(ssl_.get()) == 1;
    }

    std::string ask(std::string_view path) {
        const std::string bytes = "GET " + std::string{path} + " HTTP/1.1\r\nHost: x\r\n\r\n";
        SSL_write(ssl_.get(), bytes.data(), static_cast<int>(bytes.size()));
        std::string answer;
        char piece[4096];
        while (answer.find("]") == std::string::npos) {
            const int n = SSL_read(ssl_.get(), piece, sizeof piece);
            if (n <= 0) return "ended";
            answer.append(piece, static_cast<std::size_t>(n));
        }
        head = answer.substr(0, answer.find("\r\n\r\n") + 2);
        return answer.substr(answer.find("\r\n\r\n") + 4);
    }

    std::string name() const {
        const Owned<X509, X509_free> certificate{SSL_get1_peer_certificate(ssl_.get())};
        char text[64] = "";
        X509_NAME_get_text_by_NID(X509_get_subject_name(certificate.get()), NID_commonName, text, sizeof text);
        return text;
    }

    bool connected = false;
    std::string head;  // of the last answer

private:
    Owned<SSL_CTX, SSL_CTX_free> context_;
    Owned<SSL, SSL_free> ssl_;
};

class ServerTls : public testing::Test {
protected:
    ServerTls() {
        // OpenSSL's own sockets, which only the client here uses, raise it when the server has closed.
        std::signal(SIGPIPE, SIG_IGN);
        char pattern[] = "/tmp/cacao_tls_XXXXXX";
        folder = ::mkdtemp(pattern);
        settings.listen = "127.0.0.1:0";
        settings.tls_certificate = folder / "certificate.pem";
        settings.tls_key = folder / "key.pem";
        write_certificate(settings.tls_certificate, settings.tls_key, "uno");
    }
    ~ServerTls() override { std::filesystem::remove_all(folder); }

    std::filesystem::path folder;
    ServerSettings settings;
    TestHandler handler{echo};
};

TEST_F(ServerTls, ServesAndReloadsWithoutDroppingAnyone) {
    Server server{settings, handler};
    server.start();
    TlsClient before{server.port()};
    ASSERT_TRUE(before.connected);
    EXPECT_EQ(before.name(), "uno");
    EXPECT_EQ(before.ask("/a"), "GET /a []");

    write_certificate(settings.tls_certificate, settings.tls_key, "dos");
    server.reload_tls();
    EXPECT_EQ(before.ask("/b"), "GET /b []");
    TlsClient after{server.port()};
    EXPECT_EQ(after.name(), "dos");
    EXPECT_EQ(after.ask("/c"), "GET /c []");

    // A broken file is refused and changes nothing.
    std::filesystem::resize_file(settings.tls_key, 10);
    EXPECT_THROW(server.reload_tls(), std::runtime_error);
    TlsClient still{server.port()};
    EXPECT_EQ(still.name(), "dos");
    EXPECT_EQ(still.ask("/d"), "GET /d []");
}

TEST_F(ServerTls, KeyOfAnotherCertificateIsRefused) {
    write_certificate(folder / "other.pem", settings.tls_key, "otro");
    Server server{settings, handler};
    EXPECT_THROW(server.start(), std::runtime_error);
}

TEST_F(ServerTls, OldVersionsAreRefused) {
    Server server{settings, handler};
    server.start();
    EXPECT_FALSE(TlsClient(server.port(), TLS1_1_VERSION).connected);
    EXPECT_TRUE(TlsClient(server.port(), TLS1_2_VERSION).connected);
}

TEST_F(ServerTls, OnlyCiphersThatSealAndAuthenticateInOne) {
    Server server{settings, handler};
    server.start();
    const auto reaches = [&](const char* ciphers) { return TlsClient(server.port(), TLS1_2_VERSION, ciphers).connected; };
    EXPECT_FALSE(
        reaches("ECDHE-ECDSA-AES128-SHA256:ECDHE-ECDSA-AES256-SHA384:ECDHE-ECDSA-AES128-SHA:ECDHE-ECDSA-AES256-SHA:@SECLEVEL=0"));
    EXPECT_FALSE(reaches("ECDHE-ECDSA-AES128-CCM8:@SECLEVEL=0"));
    EXPECT_TRUE(reaches("ECDHE-ECDSA-AES128-GCM-SHA256"));
    EXPECT_TRUE(reaches("ECDHE-ECDSA-AES256-GCM-SHA384"));
    EXPECT_TRUE(reaches("ECDHE-ECDSA-CHACHA20-POLY1305"));
}

TEST_F(ServerTls, TellsBrowsersToStayWithTls) {
    Server server{settings, handler};
    server.start();
    TlsClient client{server.port()};
    EXPECT_EQ(client.ask("/a"), "GET /a []");
    EXPECT_NE(client.head.find("\r\nStrict-Transport-Security: max-age=31536000\r\n"), std::string::npos) << client.head;
    settings.tls_certificate.clear();
    Server plain{settings, handler};
    plain.start();
    RawClient raw{plain.port()};
    const auto answer = raw.ask("GET /a HTTP/1.1\r\nHost: x\r\n\r\n");
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(answer.header("Strict-Transport-Security"), "");
}

TEST_F(ServerTls, AKeyThatOthersCanReadIsRefused) {
    namespace fs = std::filesystem;
    const auto starts = [&](fs::perms mode) -> std::string {
        fs::permissions(settings.tls_key, mode);
        try {
            Server server{settings, handler};
            server.start();
            return "";
        } catch (const std::runtime_error& e) {
            return e.what();
        }
    };
    const auto mine = fs::perms::owner_read | fs::perms::owner_write;
    EXPECT_EQ(starts(mine | fs::perms::others_read),
              "The key " + settings.tls_key + " is open to others; set its mode to 0600 or 0640.");
    EXPECT_NE(starts(mine | fs::perms::group_write), "");
    EXPECT_EQ(starts(mine | fs::perms::group_read), "");
}

TEST_F(ServerTls, SilentOrPlainClientsAreLetGo) {
    settings.header_timeout = std::chrono::milliseconds{60};
    Server server{settings, handler};
    server.start();
    RawClient silent{server.port()};
    EXPECT_TRUE(silent.closed());
    RawClient plain{server.port()};
    EXPECT_EQ(plain.ask("GET / HTTP/1.1\r\nHost: x\r\n\r\n").status, 0);
}

TEST_F(ServerTls, DrainClosesIdleConnections) {
    Server server{settings, handler};
    server.start();
    auto client = std::make_unique<TlsClient>(server.port());
    EXPECT_EQ(client->ask("/a"), "GET /a []");
    EXPECT_TRUE(server.drain(std::chrono::seconds{20}));
    EXPECT_EQ(client->ask("/b"), "ended");
}

}  // namespace
}  // namespace cacao::serve
