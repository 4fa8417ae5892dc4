#pragma once
// One secret file protects what the database must not show: signing keys and other secrets are sealed with it, and cursors
// carry its signature. Each purpose has a key of its own, derived from the file's, so a value sealed for one purpose opens for
// no other.

#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace cacao::auth {

// The 32 bytes of the file; wiped from memory when it goes.
class MasterKey {
public:
    // Reads the file, or makes it with mode 0600 if it is not there; several processes may do so at once and will agree.
    // Throws std::runtime_error with one plain sentence: open to others, not ours, not a file, the wrong size.
    static MasterKey open_or_create(const std::filesystem::path& file);
    // The same of a file that must be there; nothing when it is not.
    static std::optional<MasterKey> open(const std::filesystem::path& file);
    // From elsewhere: exactly 32 bytes, else std::invalid_argument.
    static MasterKey from_bytes(std::string_view bytes);

    MasterKey(MasterKey&&) noexcept = default;
    MasterKey& operator=(MasterKey&&) = delete;
    ~MasterKey();

    // Whether open_or_create() made the file just now: nothing that is stored can have been sealed with it.
    bool made_now() const { return made_now_; }

    using Bytes = std::array<unsigned char, 32>;
    Bytes derive(std::string_view purpose) const;

private:
    MasterKey() = default;
    Bytes bytes_{};
    bool made_now_ = false;
};

// Authenticated encryption (XSalsa20-Poly1305) for values kept in the database.
class Sealer {
public:
    // `purpose` says what kind of value: "llave_de_firma". What was sealed under one purpose does not open under another.
    Sealer(const MasterKey& key, std::string_view purpose);
    ~Sealer();
    Sealer(const Sealer&) = default;
    Sealer& operator=(const Sealer&) = default;

    std::string seal(std::string_view plain) const;
    // Nothing when it was altered, cut, or sealed with another key.
    std::optional<std::string> open(std::string_view sealed) const;

private:
    MasterKey::Bytes key_;
};

// Texts that a client carries back unchanged: readable to whoever decodes them, but not alterable.
class CursorSigner {
public:
    explicit CursorSigner(const MasterKey& key);
    ~CursorSigner();
    CursorSigner(const CursorSigner&) = default;
    CursorSigner& operator=(const CursorSigner&) = default;

    // `contexto` (organization, operation, filters) is signed along but not carried: a cursor opens only where it was given.
    std::string firmar(std::string_view payload, std::string_view contexto = {}) const;
    std::optional<std::string> abrir(std::string_view text, std::string_view contexto = {}) const;

private:
    std::string mac(std::string_view payload, std::string_view contexto) const;
    MasterKey::Bytes key_;
};

// Codes over what stands in the database, under a key that does not: whoever changes it cannot make the code that belongs to it.
class CodeMaker {
public:
    CodeMaker(const MasterKey& key, std::string_view purpose);
    ~CodeMaker();
    CodeMaker(const CodeMaker&) = default;
    CodeMaker& operator=(const CodeMaker&) = default;

    std::string code(std::string_view text) const;  // 32 bytes
    // Which key it is, for telling it from others; says nothing about it.
    std::string name() const;  // 8 bytes

private:
    MasterKey::Bytes key_;
    MasterKey::Bytes name_;
};

}  // namespace cacao::auth
