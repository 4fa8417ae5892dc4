#pragma once
// Contents of files in a bucket of a store of the S3 kind: each under its place, behind a prefix.

#include "api/archivos.hpp"
#include "red/s3.hpp"

#include <string>

namespace cacao::command {

class AlmacenEnS3 final : public api::Almacen {
public:
    // `prefijo` is empty or ends with '/'.
    AlmacenEnS3(red::Salida salida, red::CuentaS3 cuenta, std::string prefijo)
        : cliente_(std::move(salida)), s3_(cliente_, std::move(cuenta)), prefijo_(std::move(prefijo)) {}

    void put(const std::string& lugar, std::string_view bytes) override;
    std::optional<std::string> get(const std::string& lugar) const override;
    bool has(const std::string& lugar) const override;
    void remove(const std::string& lugar) override;
    void list(FunctionRef<void(const std::string& lugar, std::uint64_t bytes)> each) const override;

private:
    red::Cliente cliente_;
    red::AlmacenS3 s3_;
    std::string prefijo_;
};

}  // namespace cacao::command
