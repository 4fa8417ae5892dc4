#include "auth/seal.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <thread>
#include <vector>

namespace cacao::auth {
namespace {

class KeyFileTest : public testing::Test {
protected:
    KeyFileTest() {
        std::string name = (std::filesystem::temp_directory_path() / "cacao_seal_XXXXXX").string();
        folder = mkdtemp(name.data());
        file = folder / "llave";
    }
    ~KeyFileTest() override { std::filesystem::remove_all(folder); }

    std::string refusal() const {
        try {
            MasterKey::open_or_create(file);
        } catch (const std::runtime_error& error) {
            return error.what();
        }
        return "";
    }
    void write(std::string_view content, mode_t mode = 0600) const {
        std::ofstream{file} << content;
        ASSERT_EQ(::chmod(file.c_str(), mode), 0);
    }

    std::filesystem::path folder, file;
};

TEST_F(KeyFileTest, IsMadeOnceForItsOwnerOnly) {
    const MasterKey first = MasterKey::open_or_create(file);
    struct stat status {};
    ASSERT_EQ(::stat(file.c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 07777U, 0600U);
    EXPECT_EQ(status.st_size, 32);
    const MasterKey second = MasterKey::open_or_create(file);
    EXPECT_EQ(first.derive("x"), second.derive("x"));
    EXPECT_NE(first.derive("x"), first.derive("y"));
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator{folder}, {}), 1) << "no draft is left behind";
}

TEST_F(KeyFileTest, IsRefusedWhenOthersMayReadIt) {
    for (const mode_t mode : {0640U, 0604U, 0660U, 0644U, 0610U, 0602U}) {
        write(std::string(32, 'k'), mode);
        EXPECT_NE(refusal().find("open to others"), std::string::npos) << mode;
    }
    write(std::string(32, 'k'), 0600);
    EXPECT_EQ(refusal(), "");
}

TEST_F(KeyFileTest, IsRefusedWithTheWrongSizeOrKind) {
    write("short");
    EXPECT_NE(refusal().find("32 bytes"), std::string::npos);
    write(std::string(33, 'k'));
    EXPECT_NE(refusal().find("32 bytes"), std::string::npos);
    std::filesystem::rename(file, folder / "otra");
    std::filesystem::create_symlink(folder / "otra", file);
    EXPECT_NE(refusal().find("symbolic link"), std::string::npos);
    std::filesystem::remove(file);
    std::filesystem::create_directory(file);
    EXPECT_NE(refusal().find("not a regular file"), std::string::npos);
    file = folder / "no" / "hay";
    EXPECT_NE(refusal().find("cannot be created"), std::string::npos);
}

TEST_F(KeyFileTest, SeveralMakersAgree) {
    std::vector<MasterKey::Bytes> keys(8);
    std::vector<std::thread> threads;
    for (auto& key : keys) threads.emplace_back([&] { key = MasterKey::open_or_create(file).derive("x"); });
    for (auto& thread : threads) thread.join();
    for (const auto& key : keys) EXPECT_EQ(key, keys[0]);
}

TEST(MasterKeyTest, HasExactly32Bytes) {
    EXPECT_THROW(MasterKey::from_bytes(std::string(31, 'k')), std::invalid_argument);
    EXPECT_THROW(MasterKey::from_bytes(""), std::invalid_argument);
}

class SealTest : public testing::Test {
protected:
    MasterKey key = MasterKey::from_bytes(std::string(32, 'k'));
    MasterKey other = MasterKey::from_bytes(std::string(32, 'o'));
};

TEST_F(SealTest, OpensWhatItSealed) {
    const Sealer sealer{key, "llave_de_firma"};
    const std::string sealed = sealer.seal("un secreto");
    EXPECT_EQ(sealer.open(sealed), "un secreto");
    EXPECT_EQ(sealed.find("secreto"), std::string::npos);
    EXPECT_NE(sealer.seal("un secreto"), sealed);
    EXPECT_EQ(sealer.open(sealer.seal("")), "");
}

TEST_F(SealTest, RefusesWhatWasAlteredOrSealedElsewhere) {
    const Sealer sealer{key, "llave_de_firma"};
    const std::string sealed = sealer.seal("un secreto");
    for (std::size_t i = 0; i < sealed.size(); ++i) {
        std::string altered = sealed;
        altered[i] = static_cast<char>(altered[i] ^ 1);
        EXPECT_FALSE(sealer.open(altered)) << i;
        EXPECT_FALSE(sealer.open(sealed.substr(0, i))) << i;
    }
    EXPECT_FALSE(sealer.open(sealed + 'x'));
    EXPECT_FALSE((Sealer{key, "otro_fin"}.open(sealed)));
    EXPECT_FALSE((Sealer{other, "llave_de_firma"}.open(sealed)));
}

TEST_F(SealTest, CursorsOpenOnlyUnaltered) {
    const CursorSigner cursors{key};
    const std::string cursor = cursors.firmar("2026-11-15|991", "7|contactos|");
    EXPECT_EQ(cursors.abrir(cursor, "7|contactos|"), "2026-11-15|991");
    EXPECT_EQ(cursor.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"), std::string::npos);
    for (std::size_t i = 0; i < cursor.size(); ++i) {
        std::string altered = cursor;
        altered[i] = altered[i] == 'A' ? 'B' : 'A';
        EXPECT_FALSE(cursors.abrir(altered, "7|contactos|")) << i;
        EXPECT_FALSE(cursors.abrir(cursor.substr(0, i), "7|contactos|")) << i;
    }
    EXPECT_FALSE(cursors.abrir(cursor + "AA", "7|contactos|"));
    EXPECT_FALSE(cursors.abrir(cursor + '=', "7|contactos|"));
    EXPECT_EQ(cursors.abrir(cursors.firmar("")), "");
}

TEST_F(SealTest, CursorsOpenOnlyWhereTheyWereGiven) {
    const CursorSigner cursors{key};
    const std::string cursor = cursors.firmar("bc", "a");
    EXPECT_FALSE(cursors.abrir(cursor, "b"));
    EXPECT_FALSE(cursors.abrir(cursor));
    EXPECT_FALSE(CursorSigner{other}.abrir(cursor, "a"));
    EXPECT_NE(cursors.firmar("c", "ab").substr(0, 20), cursor.substr(0, 20)) << "no byte moves between context and payload";
}

}  // namespace
}  // namespace cacao::auth
