#pragma once
// A Nombrado that may say nothing, and is "" then: where the interface has a text and no null.

#include "reflect/nombrado.hpp"

namespace cacao {

template <class E>
struct NombradoOVacio : Nombrado<E> {
    using Nombrado<E>::Nombrado;
    using Nombrado<E>::operator=;
    static std::optional<NombradoOVacio> leer(std::string_view texto) {
        if (texto.empty()) return NombradoOVacio{};
        const auto leido = Nombrado<E>::leer(texto);
        return leido ? std::optional<NombradoOVacio>{std::string{texto}} : std::nullopt;
    }
};

namespace reflect {

// "type":"string","enum":["","PUE","PPD"]
template <class E>
struct NamesOrNoneSchema {
    static constexpr std::string_view names{NamesSchema<E>::text.data(), NamesSchema<E>::text.size()};
    static constexpr std::string_view head = NamesSchema<E>::head;
    static constexpr auto text = [] {
        std::array<char, names.size() + 3> out{};
        std::size_t at = 0;
        for (const auto part : {head, std::string_view{"\"\","}, names.substr(head.size())})
            for (const char c : part) out[at++] = c;
        return out;
    }();
};

}  // namespace reflect

template <class E>
struct TextForm<NombradoOVacio<E>> : TextFormBase<NombradoOVacio<E>, Codigo::valor_no_permitido> {
    static constexpr std::string_view esquema{reflect::NamesOrNoneSchema<E>::text.data(),
                                              reflect::NamesOrNoneSchema<E>::text.size()};
    static constexpr std::string_view ejemplo = reflect::enumerators<E>[0].name;
};

}  // namespace cacao
