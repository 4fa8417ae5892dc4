#include "api/carpeta.hpp"

#include <gtest/gtest.h>

#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <map>
#include <thread>

namespace cacao::api {
namespace {

namespace fs = std::filesystem;

class CarpetaTest : public testing::Test {
protected:
    CarpetaTest() {
        std::string plantilla = (fs::temp_directory_path() / "cacao-carpeta-XXXXXX").string();
        raiz = ::mkdtemp(plantilla.data());
    }
    ~CarpetaTest() override { fs::remove_all(raiz); }
    std::map<std::string, std::uint64_t> todo() const {
        std::map<std::string, std::uint64_t> lista;
        carpeta().list([&](const std::string& lugar, std::uint64_t bytes) { lista[lugar] = bytes; });
        return lista;
    }
    Carpeta carpeta() const { return Carpeta{(raiz / "archivos").string()}; }
    fs::path raiz;
};

TEST_F(CarpetaTest, WhatIsPutIsThereUntilItIsTakenAway) {
    auto c = carpeta();
    EXPECT_TRUE(todo().empty());
    EXPECT_FALSE(c.has("1/ab/abc-7"));
    EXPECT_FALSE(c.get("1/ab/abc-7"));
    EXPECT_FALSE(c.open("1/ab/abc-7"));
    c.remove("1/ab/abc-7");
    const std::string bytes(300'000, 'x');
    c.put("1/ab/abc-7", bytes);
    c.put("2/ab/abc-8", "y");
    c.put("2/ab/abc-8", "y");
    EXPECT_TRUE(c.has("1/ab/abc-7"));
    EXPECT_EQ(c.get("1/ab/abc-7"), bytes);
    const auto abierto = c.open("1/ab/abc-7");
    ASSERT_TRUE(abierto);
    EXPECT_EQ(abierto->size(), bytes.size());
    EXPECT_EQ(todo(), (std::map<std::string, std::uint64_t>{{"1/ab/abc-7", 300'000}, {"2/ab/abc-8", 1}}));
    c.remove("1/ab/abc-7");
    EXPECT_FALSE(c.has("1/ab/abc-7"));
    // Whoever has it open reads it to the end.
    std::string leido(10, '\0');
    EXPECT_TRUE(abierto->read(299'990, leido));
    EXPECT_EQ(leido, "xxxxxxxxxx");
}

TEST_F(CarpetaTest, IsClosedToOthersAndLeavesNoDrafts) {
    auto c = carpeta();
    c.put("1/ab/abc-7", "bytes");
    EXPECT_EQ(fs::status(raiz / "archivos").permissions() & (fs::perms::group_all | fs::perms::others_all), fs::perms::none);
    EXPECT_EQ(fs::status(raiz / "archivos/1/ab/abc-7").permissions() & (fs::perms::group_all | fs::perms::others_all),
              fs::perms::none);
    EXPECT_TRUE(fs::is_empty(raiz / "archivos/borradores"));
}

TEST_F(CarpetaTest, OldDraftsGoAndNewOnesStay) {
    auto c = carpeta();
    c.put("1/ab/abc-7", "bytes");
    std::ofstream{raiz / "archivos/borradores/viejo"} << "x";
    std::ofstream{raiz / "archivos/borradores/nuevo"} << "x";
    fs::last_write_time(raiz / "archivos/borradores/viejo", fs::file_time_type::clock::now() - std::chrono::hours{25});
    EXPECT_EQ(todo().size(), 1U) << "a draft is nobody's content";
    c.ordenar();
    EXPECT_FALSE(fs::exists(raiz / "archivos/borradores/viejo"));
    EXPECT_TRUE(fs::exists(raiz / "archivos/borradores/nuevo"));
    EXPECT_TRUE(c.has("1/ab/abc-7"));
}

TEST_F(CarpetaTest, SeveralWhoPutTheSameAtOnceAgree) {
    const std::string bytes(100'000, 'z');
    std::vector<std::thread> hilos;
    for (int i = 0; i < 8; ++i)
        hilos.emplace_back([&] {
            auto c = carpeta();
            c.put("1/zz/zzz-1", bytes);
            EXPECT_EQ(c.get("1/zz/zzz-1"), bytes);
        });
    for (auto& hilo : hilos) hilo.join();
    EXPECT_EQ(todo().size(), 1U);
}

TEST_F(CarpetaTest, APlaceElsewhereIsNone) {
    auto c = carpeta();
    EXPECT_THROW(c.put("../x", "y"), std::logic_error);
    EXPECT_THROW(c.put("/etc/x", "y"), std::logic_error);
    EXPECT_THROW(c.put("", "y"), std::logic_error);
}

// What somebody else put there is neither followed nor waited for; what belongs there takes its place.
TEST_F(CarpetaTest, OnlyAFileOfItsOwnIsThere) {
    auto c = carpeta();
    c.put("1/ab/abc-7", "bytes");
    std::ofstream{raiz / "secreto"} << "secret";
    fs::create_symlink(raiz / "secreto", raiz / "archivos/1/ab/enlace-1");
    ASSERT_EQ(::mkfifo((raiz / "archivos/1/ab/tubo-1").c_str(), 0600), 0);
    for (const auto* lugar : {"1/ab/enlace-1", "1/ab/tubo-1"}) {
        EXPECT_FALSE(c.has(lugar)) << lugar;
        EXPECT_FALSE(c.get(lugar)) << lugar;
        EXPECT_FALSE(c.open(lugar)) << lugar;
    }
    EXPECT_EQ(todo(), (std::map<std::string, std::uint64_t>{{"1/ab/abc-7", 5}}));
    c.put("1/ab/enlace-1", "own");
    EXPECT_EQ(c.get("1/ab/enlace-1"), "own");
    std::string intacto;
    std::ifstream{raiz / "secreto"} >> intacto;
    EXPECT_EQ(intacto, "secret");
}

TEST_F(CarpetaTest, ADiskThatDoesNotTakeItSaysSo) {
    std::ofstream{raiz / "archivos"} << "a file where the folder is to be";
    auto c = carpeta();
    try {
        c.put("1/ab/abc-7", "bytes");
        ADD_FAILURE() << "it was taken";
    } catch (const db::DbError& e) {
        EXPECT_EQ(e.fallo(), db::Fallo::unavailable);
    }
}

}  // namespace
}  // namespace cacao::api
