#pragma once
// A server that others wrote, run by a program in Python for as long as this lives: it prints its port when it is ready, and ends
// when its standard input does.

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

class Programa {
public:
    // The arguments stand behind a folder of its own.
    Programa(const std::string& archivo, const std::vector<std::string>& argumentos, const std::string& paquete) {
        std::string patron = std::filesystem::temp_directory_path() / "cacao_programa_XXXXXX";
        carpeta_ = ::mkdtemp(patron.data());
        std::array<int, 2> entrada{};
        std::array<int, 2> salida{};
        if (::pipe2(entrada.data(), O_CLOEXEC) != 0 || ::pipe2(salida.data(), O_CLOEXEC) != 0) std::abort();
        posix_spawn_file_actions_t acciones{};
        posix_spawn_file_actions_init(&acciones);
        posix_spawn_file_actions_adddup2(&acciones, entrada[0], 0);
        posix_spawn_file_actions_adddup2(&acciones, salida[1], 1);
        std::vector<std::string> palabras{"/usr/bin/python3", archivo, carpeta_};
        palabras.insert(palabras.end(), argumentos.begin(), argumentos.end());
        std::vector<char*> dichas;
        for (auto& p : palabras) dichas.push_back(p.data());
        dichas.push_back(nullptr);
        EXPECT_EQ(::posix_spawn(&proceso_, palabras[0].c_str(), &acciones, nullptr, dichas.data(), environ), 0);
        posix_spawn_file_actions_destroy(&acciones);
        ::close(entrada[0]);
        ::close(salida[1]);
        vive_ = entrada[1];
        FILE* dicho = ::fdopen(salida[0], "r");
        if (std::fscanf(dicho, "%d", &puerto_) != 1) ADD_FAILURE() << archivo << " does not start: is " << paquete << " there?";
        std::fclose(dicho);
    }
    ~Programa() {
        ::close(vive_);
        ::waitpid(proceso_, nullptr, 0);
        std::filesystem::remove_all(carpeta_);
    }
    Programa(const Programa&) = delete;
    Programa& operator=(const Programa&) = delete;
    const std::string& carpeta() const { return carpeta_; }
    int puerto() const { return puerto_; }

private:
    std::string carpeta_;
    pid_t proceso_ = 0;
    int vive_ = -1;
    int puerto_ = 0;
};

}  // namespace cacao::test
