#include "papel/qr.hpp"

#include <qrencode.h>

#include <memory>

namespace cacao::papel {

Qr codigo_qr(std::string_view texto) {
    const std::unique_ptr<QRcode, void (*)(QRcode*)> hecho{
        QRcode_encodeData(static_cast<int>(texto.size()), reinterpret_cast<const unsigned char*>(texto.data()), 0, QR_ECLEVEL_M),
        QRcode_free};
    Qr qr;
    if (!hecho) return qr;
    qr.lado = static_cast<std::size_t>(hecho->width);
    qr.oscuro.resize(qr.lado * qr.lado);
    for (std::size_t i = 0; i < qr.oscuro.size(); ++i) qr.oscuro[i] = (hecho->data[i] & 1U) != 0;
    return qr;
}

}  // namespace cacao::papel
