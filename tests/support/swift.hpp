#pragma once
// A store of the S3 kind that others wrote, for as long as this lives: OpenStack Swift with s3api (swift_s3.py).

#include <gtest/gtest.h>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

namespace cacao::test {

// Lives as long as one of its pipes is open.
class Swift {
public:
    Swift() {
        std::string patron = std::filesystem::temp_directory_path() / "cacao_s3_XXXXXX";
        carpeta_ = ::mkdtemp(patron.data());
        std::array<int, 2> entrada{};
        std::array<int, 2> salida{};
        if (::pipe2(entrada.data(), O_CLOEXEC) != 0 || ::pipe2(salida.data(), O_CLOEXEC) != 0) std::abort();
        posix_spawn_file_actions_t acciones{};
        posix_spawn_file_actions_init(&acciones);
        posix_spawn_file_actions_adddup2(&acciones, entrada[0], 0);
        posix_spawn_file_actions_adddup2(&acciones, salida[1], 1);
        std::vector<std::string> palabras{"/usr/bin/python3", CACAO_SWIFT, carpeta_, "cubeta", "ana", "secreto"};
        std::vector<char*> argumentos;
        for (auto& p : palabras) argumentos.push_back(p.data());
        argumentos.push_back(nullptr);
        EXPECT_EQ(::posix_spawn(&proceso_, palabras[0].c_str(), &acciones, nullptr, argumentos.data(), environ), 0);
        posix_spawn_file_actions_destroy(&acciones);
        ::close(entrada[0]);
        ::close(salida[1]);
        vive_ = entrada[1];
        FILE* dicho = ::fdopen(salida[0], "r");
        if (std::fscanf(dicho, "%d", &puerto_) != 1) ADD_FAILURE() << "swift does not start: is the package python3-swift there?";
        std::fclose(dicho);
    }
    ~Swift() {
        ::close(vive_);
        ::waitpid(proceso_, nullptr, 0);
        std::filesystem::remove_all(carpeta_);
    }
    Swift(const Swift&) = delete;
    Swift& operator=(const Swift&) = delete;
    std::string direccion() const { return "http://127.0.0.1:" + std::to_string(puerto_); }
    const std::string cubeta = "cubeta";
    const std::string llave = "prueba:ana";
    const std::string secreto = "secreto";

private:
    std::string carpeta_;
    pid_t proceso_ = 0;
    int vive_ = -1;
    int puerto_ = 0;
};

}  // namespace cacao::test
