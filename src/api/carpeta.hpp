#pragma once
// Contents in a folder: a file for each place, written beside it first, so that it is whole or not there.

#include "api/archivos.hpp"

#include <string>

namespace cacao::api {

class Carpeta final : public Almacen {
public:
    // Made when the first content comes.
    explicit Carpeta(std::string path) : path_(std::move(path)) {}

    void put(const std::string& lugar, std::string_view bytes) override;
    std::optional<std::string> get(const std::string& lugar) const override;
    bool has(const std::string& lugar) const override;
    void remove(const std::string& lugar) override;
    void list(FunctionRef<void(const std::string& lugar, std::uint64_t bytes)> each) const override;
    std::shared_ptr<const Spool> open(const std::string& lugar) const override;

    void ordenar() override;

private:
    std::string file_of(const std::string& lugar) const;

    std::string path_;
};

}  // namespace cacao::api
