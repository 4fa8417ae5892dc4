#include "auth/passwords.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <thread>
#include <vector>

namespace cacao::auth {
namespace {

std::string fault(std::string_view password, std::string_view usuario = "ana@ejemplo.mx") {
    Faltas faltas;
    check_new_password(password, {usuario, "Dulces del Norte"}, "/contrasena", faltas);
    if (faltas.vacia()) return "";
    EXPECT_EQ(faltas.lista().size(), 1U);
    EXPECT_EQ(faltas.lista()[0].campo, "/contrasena");
    return std::string{nombre(faltas.lista()[0].codigo)};
}

TEST(PasswordRuleTest, AsksForTenCharactersNotBytes) {
    EXPECT_EQ(fault("corto7xyz"), "contrasena_debil");
    EXPECT_EQ(fault("corto7xyzw"), "");
    EXPECT_EQ(fault("ñandúéíóá"), "contrasena_debil") << "nine characters in sixteen bytes";
    EXPECT_EQ(fault("ñandúéíóáü"), "");
    EXPECT_EQ(fault(""), "contrasena_debil");
}

TEST(PasswordRuleTest, TakesAtMost200Bytes) {
    std::string text = "verde-lago-";
    while (text.size() < 200) text += static_cast<char>('a' + text.size() % 26);
    EXPECT_EQ(fault(text), "");
    EXPECT_EQ(fault(text + 'x'), "texto_muy_largo");
    EXPECT_EQ(fault("abcdefgh\xFF\xFE-largo"), "utf8_invalido");
}

TEST(PasswordRuleTest, RefusesWhatEverybodyTriesFirst) {
    for (const char* common : {"1234567890", "Password123", "password-123!", "Contraseña123", "QWERTYUIOP", "administrador"})
        EXPECT_EQ(fault(common), "contrasena_debil") << common;
    EXPECT_EQ(fault("aaaaaaaaaaaa"), "contrasena_debil");
    EXPECT_EQ(fault("AaAaAaAaAaAa"), "contrasena_debil");
    EXPECT_EQ(fault("------------"), "contrasena_debil");
    EXPECT_EQ(fault("-+-+-+-+-+-+"), "");
    EXPECT_EQ(fault("Password123 y medio"), "") << "only the whole of it counts";
}

TEST(PasswordRuleTest, RefusesWhatIsEasilyGuessed) {
    for (const char* weak : {"verano2026",    "Verano.2026!", "2026Invierno", "v3r4n02026",  "septiembre1",   "MiClave2026",
                             "enero-febrero", "holamexico1",  "bienvenido2",  "asdfghjkl1",  "qwertyasdf",    "0987654321",
                             "zxcvbnm123",    "abcabcabcabc", "1212121212",   "ana12345678", "DulcesNorte26", "dulcesdelnorte",
                             "ejemploana1",   "P@ssw0rd2026", "P@$$w0rd!!",   "chivas1906a", "Verano2026!",   "Mexico2026.",
                             "xMexico2026",   "$3cr3t02026",  "veran02026a",  "!!Am3rica!!", "Ad-m1n-1234",   "1nvierno2026",
                             "C0ntr4s3ñ@1",   "Mi$Clave$26",  "Tijuana2026!", "Zanahoria7",  "#1Quetzal#1",   "CRISTINA_99"})
        EXPECT_EQ(fault(weak), "contrasena_debil") << weak;
    for (const char* fine :
         {"caballo grapa batería", "verano en la playa", "otra-muy-larga-8", "tq7Hf-20aPz", "una frase que nadie adivina",
          "mar420931785320", "Tres tristes tigres", "murcielago-azul", "perro.gato.2026", "verano con Zapata", "kT9-zq4Q!27",
          "k7m2x9pqz3", "hola, quetzal errante", "Xr!veranoQv7", "zanahoriamorada", "El mundo es 1 pañuelo"})
        EXPECT_EQ(fault(fine), "") << fine;
}

// Walks over the keyboard and the number pad, rows and patterns that go on, dates, words with what people put around them.
TEST(PasswordRuleTest, RefusesWhatRulesMake) {
    for (const char* weak :
         {"1qaz2wsx3edc4rfv", "1qaz2wsx3edc",  "1QAZ2WSX3EDC",   "zaq12wsxcde3",   "qazwsxedcrfv", "poiuytrewq",
          "mnbvcxzasdf",      "1q2w3e4r5t6y",  "q1w2e3r4t5",     "a1s2d3f4g5",     "147258369147", "789456123789",
          "159753159753",     "963852741963",  "1029384756",     "1122334455",     "aabbccddee",   "abcdefghij",
          "zyxwvutsrq",       "abc123abc123",  "xyxyxyxyxyxy",   "2026-11-17",     "17/11/2026",   "17112026.",
          "20261117!!",       "1985-03-04",    "04.03.1985",     "VivaMexico2026", "vivamexico26", "ArribaChivas10",
          "SoyAmerica2026",   "HolaMundo2026", "mexico-campeon", "TeamoMaria1990", "Refrigerador", "murcielago12",
          "Enero2026Enero",   "asdf1234asdf",  "qwerty147258",   "$Monterrey$99"})
        EXPECT_EQ(fault(weak), "contrasena_debil") << weak;
}

TEST(PasswordRuleTest, TakesWhatIsDrawnByLot) {
    for (const char* fine : {"leon caja mayo cruz atlas lucky",
                             "hola sunday demo clave julio pumas",
                             "enero tigres office shadow nueva abril",
                             "corazon internet marzo batman caja sofia",
                             "maria test otono cliente mivida jueves",
                             "dragon pueblo lunes secreto navidad leon",
                             "verde silla rueda papel",
                             "lago.tinta.9.roble",
                             "puente nube 47 marfil",
                             "gato-lunar-tres-sopa",
                             "cobre arena lapiz motor",
                             "kT9-zq4Q!2",
                             "x7!Rm2$vKq",
                             "92xkqvhtz!",
                             "7!kqzwmvx2",
                             "aB3$xY9!qZ",
                             "m8Hq2zTx4W",
                             "tR5wq8ZpL2",
                             "hd73kq0vbx",
                             "qk4v9x2m7t",
                             "Zx9#pL2@wQ",
                             "vq8nd3kzt6",
                             "4fG8kQ1zRt",
                             "bX6!tW9$mK",
                             "p0Lk7Gf2Sd",
                             "zKq4!7Hn2x",
                             "uV3xZ8rT1q",
                             "9wTz4KxQ7b",
                             "G7hk2Qz9xd",
                             "tObiKaReMu",
                             "xkvqzwtrbn",
                             "8d3f1k9q2z7",
                             "Wm5Zt8Rk3X",
                             "j4Kx8Zq2Vt",
                             "49Tqx!83kz",
                             "rk3Zx7!q9T",
                             "hT6#zK2!wX",
                             "Ñw7kzQ4tx9",
                             "6Zk!x3Tq8v",
                             "kd8Zr2Xm5q"})
        EXPECT_EQ(fault(fine), "") << fine;
}

TEST(PasswordRuleTest, RefusesTheNameOfTheUser) {
    EXPECT_EQ(fault("ana@ejemplo.mx"), "contrasena_debil");
    EXPECT_EQ(fault("ANA@Ejemplo.MX"), "contrasena_debil");
    EXPECT_EQ(fault("ana@ejemplo.mx", "otra@ejemplo.mx"), "");
}

TEST(PasswordPoolTest, HashesAndVerifies) {
    PasswordPool pool;
    const std::string stored = pool.hash("una frase larga");
    EXPECT_TRUE(stored.starts_with("$argon2id$v=19$m=65536,t=3,p=1$")) << stored;
    EXPECT_TRUE(pool.verify(stored, "una frase larga"));
    EXPECT_FALSE(pool.verify(stored, "una frase larga "));
    EXPECT_FALSE(pool.verify("", "una frase larga"));
    EXPECT_FALSE(pool.verify("no es un hash", "una frase larga"));
    EXPECT_FALSE(pool.needs_rehash(stored));
    EXPECT_NE(pool.hash("una frase larga"), stored) << "a salt of its own";
}

TEST(PasswordPoolTest, TellsWhenAHashIsOld) {
    const PasswordPool pool;
    EXPECT_TRUE(
        pool.needs_rehash("$argon2id$v=19$m=32768,t=3,p=1$hsOOdSI1vaeL7y6Bo5xbcQ$YnRPBCbSYX4HBhc0H9hFOkEuaB6VGhk8dO3Vw7+Y1nA"));
    EXPECT_TRUE(
        pool.needs_rehash("$argon2id$v=19$m=65536,t=2,p=1$hsOOdSI1vaeL7y6Bo5xbcQ$YnRPBCbSYX4HBhc0H9hFOkEuaB6VGhk8dO3Vw7+Y1nA"));
    EXPECT_TRUE(pool.needs_rehash("texto cualquiera"));
}

// A dummy that did not parse, or had cheaper parameters, would answer faster than a real one.
TEST(PasswordPoolTest, AnUnknownUserCostsWhatAKnownOneCosts) {
    PasswordPool pool;
    EXPECT_FALSE(pool.needs_rehash(pool.dummy_hash()));
    EXPECT_FALSE(pool.verify_unknown("lo que sea"));
}

TEST(PasswordPoolTest, NeverRunsMoreThanItsNumberAtOnce) {
    PasswordPool pool{2, 100};
    std::atomic<std::size_t> inside{0};
    std::promise<void> release;
    const std::shared_future<void> released = release.get_future().share();
    std::vector<std::thread> threads;
    for (int i = 0; i < 8; ++i)
        threads.emplace_back([&] {
            pool.run([&] {
                inside.fetch_add(1);
                released.wait();
            });
        });
    while (inside.load() + pool.waiting() < 8) std::this_thread::yield();
    EXPECT_EQ(inside.load(), 2U);
    release.set_value();
    for (auto& thread : threads) thread.join();
    EXPECT_EQ(inside.load(), 8U);
}

// One thread that hashes without pause, as for strangers by the thousand, does not overtake the one that waits.
TEST(PasswordPoolTest, WhoWaitsIsNextInTurn) {
    PasswordPool pool{1, 10};
    std::string order;
    std::thread known;
    for (int i = 0; i < 5; ++i)
        pool.run([&] {
            order += 's';
            if (i > 0) return;
            known = std::thread{[&] { pool.run([&] { order += 'k'; }); }};
            while (pool.waiting() < 1) std::this_thread::yield();
        });
    known.join();
    EXPECT_EQ(order, "skssss");
}

TEST(PasswordPoolTest, RefusesAtOnceWhenTooManyWait) {
    PasswordPool pool{1, 0};
    bool refused = false;
    pool.run([&] {
        std::thread second{[&] {
            try {
                pool.run([] {});
            } catch (const Error& error) {
                refused = error.faltas().at(0).codigo == Codigo::no_disponible;
            }
        }};
        second.join();
    });
    EXPECT_TRUE(refused);
    bool ran = false;
    pool.run([&] { ran = true; });
    EXPECT_TRUE(ran) << "the place was given back";
    EXPECT_THROW(pool.run([] { throw std::runtime_error("x"); }), std::runtime_error);
    pool.run([&] { ran = true; });
}

}  // namespace
}  // namespace cacao::auth
