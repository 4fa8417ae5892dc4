#include "client.hpp"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <fstream>
#include <iterator>
#include <stdexcept>

namespace cacao::bench {

Reply ask(std::uint16_t port, const std::string& method, const std::string& target, const std::string& token,
          const std::string& body) {
    const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (connect(fd, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) {
        close(fd);
        throw std::runtime_error("nothing answers on the port");
    }
    std::string request = fmt::format("{} {} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n", method, target);
    if (!token.empty()) request += "Authorization: Bearer " + token + "\r\n";
    if (!body.empty()) request += fmt::format("Content-Type: application/json\r\nContent-Length: {}\r\n", body.size());
    request += "\r\n" + body;
    std::string text;
    if (send(fd, request.data(), request.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(request.size())) {
        char buffer[65536];
        for (ssize_t n = 0; (n = recv(fd, buffer, sizeof buffer, 0)) > 0;) text.append(buffer, static_cast<std::size_t>(n));
    }
    close(fd);
    const auto blank = text.find("\r\n\r\n");
    if (blank == std::string::npos) throw std::runtime_error("no whole answer");
    return {std::stoi(text.substr(9, 3)), text.substr(blank + 4)};
}

std::string field(const std::string& json, const std::string& name) {
    const auto at = json.find("\"" + name + "\":");
    if (at == std::string::npos) return {};
    const auto start = at + name.size() + 3;
    if (json[start] == '"') return json.substr(start + 1, json.find('"', start + 1) - start - 1);
    return json.substr(start, json.find_first_of(",}]", start) - start);
}

std::string token_for_key(std::uint16_t port, const std::string& apiKey) {
    return field(ask(port, "POST", "/api/Seguridad/Autenticacion", {}, R"({"apiKey":")" + apiKey + "\"}").body, "accessToken");
}

std::string token_of_demo(std::uint16_t port, const std::filesystem::path& folder) {
    std::ifstream in{folder / "demo.json"};
    return token_for_key(port, field({std::istreambuf_iterator<char>{in}, {}}, "apiKey"));
}

}  // namespace cacao::bench
