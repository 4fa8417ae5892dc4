#include "api/carpeta.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <utility>

namespace cacao::api {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view borradores = "borradores";

[[noreturn]] void fallar(std::string_view que, const std::string& archivo) {
    throw db::DbError(db::Fallo::unavailable, fmt::format("Cannot {} {}: {}.", que, archivo, std::strerror(errno)));
}

class Abierto {
public:
    explicit Abierto(int numero) : numero_(numero) {}
    ~Abierto() {
        if (numero_ >= 0) ::close(numero_);
    }
    Abierto(const Abierto&) = delete;
    Abierto& operator=(const Abierto&) = delete;
    int numero() const { return numero_; }
    int soltar() { return std::exchange(numero_, -1); }

private:
    int numero_;
};

// A name is on disk when its folder is.
void asentar_carpeta(const fs::path& carpeta) {
    const Abierto abierta{::open(carpeta.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
    if (abierta.numero() < 0 || ::fsync(abierta.numero()) != 0) fallar("sync the folder", carpeta.string());
}

void hacer_carpeta(const fs::path& carpeta) {
    std::error_code error;
    if (fs::is_directory(carpeta, error)) return;
    if (carpeta.has_parent_path()) hacer_carpeta(carpeta.parent_path());
    if (::mkdir(carpeta.c_str(), 0700) != 0 && errno != EEXIST) fallar("make the folder", carpeta.string());
    if (carpeta.has_parent_path()) asentar_carpeta(carpeta.parent_path());
}

void escribir_todo(int archivo, std::string_view bytes, const std::string& nombre) {
    while (!bytes.empty()) {
        const ssize_t n = ::write(archivo, bytes.data(), bytes.size());
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) fallar("write", nombre);
        bytes.remove_prefix(static_cast<std::size_t>(n));
    }
    if (::fsync(archivo) != 0) fallar("sync", nombre);
}

}  // namespace

std::string Carpeta::file_of(const std::string& lugar) const {
    // Places are made by us; one that leads elsewhere was not.
    if (lugar.empty() || lugar.front() == '/' || lugar.find("..") != std::string::npos)
        throw std::logic_error("no place of the store of files: " + lugar);
    return path_ + '/' + lugar;
}

void Carpeta::put(const std::string& lugar, std::string_view bytes) {
    if (has(lugar)) return;
    const fs::path destino = file_of(lugar);
    const fs::path aparte = fs::path{path_} / borradores;
    hacer_carpeta(aparte);
    hacer_carpeta(destino.parent_path());
    std::string borrador = (aparte / "XXXXXX").string();
    const Abierto archivo{::mkostemp(borrador.data(), O_CLOEXEC)};
    if (archivo.numero() < 0) fallar("make", borrador);
    try {
        escribir_todo(archivo.numero(), bytes, borrador);
        if (::rename(borrador.c_str(), destino.c_str()) != 0) fallar("name", destino.string());
    } catch (...) {
        ::unlink(borrador.c_str());
        throw;
    }
    asentar_carpeta(destino.parent_path());
}

std::optional<std::string> Carpeta::get(const std::string& lugar) const {
    const auto abierto = open(lugar);
    if (!abierto) return std::nullopt;
    std::string bytes(static_cast<std::size_t>(abierto->size()), '\0');
    if (!abierto->read(0, bytes)) fallar("read", file_of(lugar));
    return bytes;
}

bool Carpeta::has(const std::string& lugar) const {
    struct stat estado {};
    // Whoever opens it follows no link either.
    if (::lstat(file_of(lugar).c_str(), &estado) == 0) return S_ISREG(estado.st_mode);
    if (errno != ENOENT && errno != ENOTDIR) fallar("look at", file_of(lugar));
    return false;
}

void Carpeta::remove(const std::string& lugar) {
    if (::unlink(file_of(lugar).c_str()) != 0 && errno != ENOENT) fallar("remove", file_of(lugar));
}

void Carpeta::list(FunctionRef<void(const std::string& lugar, std::uint64_t bytes)> each) const {
    std::error_code error;
    if (!fs::exists(path_, error)) return;
    for (auto it = fs::recursive_directory_iterator{path_}; it != fs::recursive_directory_iterator{}; ++it) {
        if (it.depth() == 0 && it->path().filename() == borradores) it.disable_recursion_pending();
        else if (fs::is_regular_file(it->symlink_status())) each(it->path().lexically_relative(path_).string(), it->file_size());
    }
}

std::shared_ptr<const Spool> Carpeta::open(const std::string& lugar) const {
    Abierto archivo{::open(file_of(lugar).c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)};
    struct stat estado {};
    if (archivo.numero() < 0) {
        if (errno == ENOENT || errno == ELOOP) return nullptr;
        fallar("open", file_of(lugar));
    }
    if (::fstat(archivo.numero(), &estado) != 0) fallar("look at", file_of(lugar));
    if (!S_ISREG(estado.st_mode)) return nullptr;  // nothing of ours
    return std::make_shared<const Spool>(archivo.soltar(), static_cast<std::uint64_t>(estado.st_size));
}

void Carpeta::ordenar() {
    std::error_code error;
    const auto hace_un_dia = fs::file_time_type::clock::now() - std::chrono::hours{24};
    for (fs::directory_iterator it{fs::path{path_} / borradores, error}, fin; !error && it != fin; it.increment(error))
        if (it->last_write_time(error) < hace_un_dia) fs::remove(it->path(), error);
}

}  // namespace cacao::api
