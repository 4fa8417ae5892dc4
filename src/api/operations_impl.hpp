#pragma once
// The templates behind Operations::add: from a function's signature to an Executable. Included by operations.hpp only.

#include "api/operations.hpp"

#include "base/texto.hpp"

#include <algorithm>

namespace cacao::api {

template <class Fn>
struct Signature;
template <class Res, class Ctx>
struct Signature<Res (*)(Ctx&)> {
    using Answer = Res;
    using Request = Nada;
    using Prepared = void;
    static constexpr bool takes_request = false;
    static constexpr bool writes = !std::is_const_v<Ctx>;
};
template <class Res, class Ctx, class Req>
struct Signature<Res (*)(Ctx&, const Req&)> {
    using Answer = Res;
    using Request = Req;
    using Prepared = void;
    static constexpr bool takes_request = true;
    static constexpr bool writes = !std::is_const_v<Ctx>;
};
template <class Res, class Ctx, class Req, class Prep>
struct Signature<Res (*)(Ctx&, const Req&, Prep)> {
    using Answer = Res;
    using Request = Req;
    using Prepared = std::remove_cvref_t<Prep>;
    static constexpr bool takes_request = true;
    static constexpr bool writes = !std::is_const_v<Ctx>;
};

// A callable with state (a lambda with captures) has the signature of its operator().
template <class Member>
struct CallOf;
template <class Res, class Fn, class... Args>
struct CallOf<Res (Fn::*)(Args...) const> {
    using type = Res (*)(Args...);
};
template <class Fn>
requires std::is_class_v<Fn>
struct Signature<Fn> : Signature<typename CallOf<decltype(&Fn::operator())>::type> {
};

template <class T>
concept HasVersion = requires(const T& t) {
    { t.version } -> std::convertible_to<std::int64_t>;
};
// Rules that need no database, collected together with the faults of the form.
template <class T>
concept HasValidar = requires(const T& t, Faltas& f) {
    validar(t, f);
};

// A request that says so: its filters may come in the body of a GET too.
template <class T>
concept CuerpoEnGet = T::cuerpo_en_get;

// Fills what is left of a request after its path: names in `taken` are settled already.
void decode_query(const Parts& parts, const Operation& op, Faltas& faltas, bool body_follows,
                  FunctionRef<bool(std::string_view, std::string_view)> member);

template <class T>
std::string_view data_of(std::string& out, const T& answer) {
    out += R"({"data":)";
    reflect::write_json(out, answer);
    out.push_back('}');
    return out;
}

template <class T>
void write_page(std::string& out, const Pagina<T>& p) {
    auto field = [&](std::string_view name, const auto& value) {
        out.append(",\"").append(name).append("\":");
        reflect::write_json(out, value);
    };
    out += R"({"data":)";
    reflect::write_json(out, p.data);
    field("pagina", p.pagina);
    field("registrosPorPagina", p.registrosPorPagina);
    field("totalRegistros", p.totalRegistros);
    field("totalPaginas", p.totalPaginas);
    field("siguiente", p.siguiente);
    out.push_back('}');
}

template <class T>
Outcome outcome_of(const T& answer, bool bare) {
    Outcome out;
    if constexpr (!std::is_same_v<T, Contenido>) out.body.reserve(1024);  // most answers fit, and grow no further
    if constexpr (std::is_same_v<T, Contenido>) {
        out.content_type = answer.tipo;
        out.shared_body = answer.bytes;
        out.cache_control = answer.cache;
        if (!answer.etag.empty()) out.etag = answer.etag;
    } else if constexpr (is_pagina<T>) {
        write_page(out.body, answer);
    } else if constexpr (std::is_same_v<T, Nada>) {
        out.body = R"({"data":null})";
    } else {
        if (bare) reflect::write_json(out.body, answer);
        else data_of(out.body, answer);
        if constexpr (HasVersion<T>) out.etag = std::to_string(answer.version);
    }
    return out;
}

inline constexpr std::string_view page_fields_schema =
    R"("pagina":{"type":["integer","null"]},"registrosPorPagina":{"type":"integer"},"totalRegistros":{"type":["integer","null"]},)"
    R"("totalPaginas":{"type":["integer","null"]},"siguiente":{"type":["string","null"]})";

template <class T>
std::string answer_schema(reflect::SchemaBook& book, bool bare) {
    std::string data;
    std::string more;
    std::string required = R"("data")";
    if constexpr (std::is_same_v<T, Contenido>) {
        return {};
    } else if constexpr (is_pagina<T>) {
        book.write<decltype(T::data)>(data, reflect::Direction::out);
        more = "," + std::string{page_fields_schema};
        required += R"(,"pagina","registrosPorPagina","totalRegistros","totalPaginas","siguiente")";
    } else if constexpr (std::is_same_v<T, Nada>) {
        data = R"({"type":"null"})";
    } else {
        book.write<T>(data, reflect::Direction::out);
        if (bare) return data;
    }
    return R"({"type":"object","properties":{"data":)" + data + more +
           R"(,"advertencias":{"type":"array","items":{"$ref":"#/components/schemas/Falta"}}},"required":[)" + required +
           R"(],"additionalProperties":false})";
}

template <class T>
std::string answer_example(bool bare) {
    std::string data;
    if constexpr (std::is_same_v<T, Contenido>) {
        return {};
    } else if constexpr (std::is_same_v<T, Nada>) {
        data = "null";
    } else if constexpr (is_pagina<T>) {
        reflect::write_example<decltype(T::data)>(data);
        return R"({"data":)" + data +
               R"(,"pagina":1,"registrosPorPagina":100,"totalRegistros":1,"totalPaginas":1,"siguiente":null})";
    } else {
        reflect::write_example<T>(data);
        if (bare) return data;
    }
    return R"({"data":)" + data + "}";
}

// Members that do not come from the body: path parameters, and those the operation takes from the query.
template <class Req>
std::uint64_t outside_body(const Operation& op) {
    std::uint64_t mask = 0;
    std::size_t i = 0;
    const auto& names = op.path_names();
    reflect::for_each_member<Req>([&](auto member) {
        const std::string_view name{member.name};
        if (std::ranges::find(names, name) != names.end() || std::ranges::find(op.consulta, name) != op.consulta.end())
            mask |= std::uint64_t{1} << i;
        ++i;
    });
    return mask;
}

// Filters of a GET that came in its body join those of the query; saying one thing here and another there is a fault.
template <class Req>
void read_body_of_get(const Parts& parts, const Operation& op, Req& out, std::uint64_t seen, Faltas& faltas) {
    Req sent{};
    reflect::Decoding body{faltas, En::cuerpo, {}};
    reflect::read_document(parts.body, faltas,
                           [&](reflect::JsonValue& root) { reflect::read_object(root, sent, body, outside_body<Req>(op)); });
    std::size_t i = 0;
    reflect::for_each_member<Req>([&](auto member) {
        using M = reflect::MemberType<decltype(member), Req>;
        if constexpr (reflect::is_optional<M>) {
            M& value = out.*member.pointer;
            M& in_body = sent.*member.pointer;
            const bool in_query = (seen >> i & 1U) != 0;
            if (in_body && in_query && value && reflect::to_json(*value) != reflect::to_json(*in_body))
                faltas.agregar(Codigo::conflicto, "/" + std::string{member.name}, En::cuerpo);
            if (in_body) value = std::move(in_body);
        }
        ++i;
    });
}

template <class Req>
void decode_request(const Parts& parts, const Operation& op, Req& out, Faltas& faltas) {
    {
        reflect::Decoding d{faltas, En::ruta, {}};
        for (const auto& [name, value] : parts.path) reflect::read_member(out, name, value, d);
    }
    const bool in_body = op.verb == Verb::POST || op.verb == Verb::PUT;
    std::uint64_t seen = 0;
    reflect::Decoding query{faltas, En::consulta, {}};
    decode_query(parts, op, faltas, in_body, [&](std::string_view name, std::string_view value) {
        std::size_t i = 0;
        bool known = false;
        reflect::for_each_member<Req>([&](auto member) {
            if (name == member.name) {
                known = true;
                if ((seen >> i & 1U) != 0) faltas.agregar(Codigo::campo_repetido, "/" + std::string{name}, En::consulta);
                seen |= std::uint64_t{1} << i;
            }
            ++i;
        });
        return known && reflect::read_member(out, name, value, query);
    });
    const std::uint64_t outside = outside_body<Req>(op);
    if constexpr (reflect::member_count < Req >> 0) {
        if (!in_body) {
            const auto& names = op.path_names();
            std::size_t i = 0;
            reflect::for_each_member<Req>([&](auto member) {
                using M = reflect::MemberType<decltype(member), Req>;
                const bool in_path = std::ranges::find(names, std::string_view{member.name}) != names.end();
                if constexpr (!reflect::is_optional<M> && !reflect::is_cambio<M> && !reflect::is_vector<M>) {
                    if (!in_path && (seen >> i & 1U) == 0)
                        faltas.agregar(Codigo::requerido, "/" + std::string{member.name}, En::consulta);
                }
                ++i;
            });
            if constexpr (CuerpoEnGet<Req>) {
                if (!recortado(parts.body).empty()) read_body_of_get(parts, op, out, seen, faltas);
            }
        } else if (outside !=
                   (reflect::member_count<Req> == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << reflect::member_count<Req>)-1)) {
            reflect::Decoding body{faltas, En::cuerpo, {}};
            if (parts.multipart) {
                read_multipart(*parts.multipart, out, outside, body);
            } else if (recortado(parts.body).empty()) {
                // A body whose members are all optional may be left out.
                bool needed = false;
                std::size_t i = 0;
                reflect::for_each_member<Req>([&](auto member) {
                    using M = reflect::MemberType<decltype(member), Req>;
                    if constexpr (!reflect::is_optional<M> && !reflect::is_cambio<M>) needed |= (outside >> i & 1U) == 0;
                    ++i;
                });
                if (needed) faltas.agregar(Codigo::cuerpo_requerido, "", En::cuerpo);
            } else {
                reflect::read_document(parts.body, faltas,
                                       [&](reflect::JsonValue& root) { reflect::read_object(root, out, body, outside); });
            }
        }
    }
    if constexpr (HasValidar<Req>) {
        if (faltas.vacia()) validar(out, faltas);
    }
}

template <class Req>
void read_multipart(const std::vector<Part>& sent, Req& out, std::uint64_t outside, reflect::Decoding& d) {
    std::uint64_t seen = outside;
    for (const auto& part : sent) {
        bool known = false;
        std::size_t i = 0;
        reflect::for_each_member<Req>([&](auto member) {
            using M = reflect::MemberType<decltype(member), Req>;
            const std::uint64_t bit = std::uint64_t{1} << i++;
            if (part.name != member.name || (outside & bit) != 0) return;
            known = true;
            reflect::PathStep step{d, part.name};
            if constexpr (reflect::is_archivos<M>) {
                (out.*member.pointer).push_back({part.filename, part.type, std::string{part.content}});
            } else if ((seen & bit) != 0) {
                d.fault(Codigo::campo_repetido);
            } else if constexpr (std::is_same_v<M, Archivo>) {
                out.*member.pointer = {part.filename, part.type, std::string{part.content}};
            } else {
                if (!utf8_valido(part.content)) d.fault(Codigo::utf8_invalido);
                else {
                    d.path.resize(d.path.size() - part.name.size() - 1);  // read_member adds the name itself
                    reflect::read_member(out, part.name, part.content, d);
                    d.path += "/" + part.name;
                }
            }
            seen |= bit;
        });
        if (!known) {
            reflect::PathStep step{d, part.name};
            d.fault(Codigo::campo_desconocido);
        }
    }
    reflect::require_members<Req>(seen, d);
}

template <class Req>
std::vector<Parameter> parameters_of(const Operation& op, reflect::SchemaBook& book) {
    std::vector<Parameter> list;
    const auto& names = op.path_names();
    const bool in_body = op.verb == Verb::POST || op.verb == Verb::PUT;
    reflect::for_each_member<Req>([&](auto member) {
        using M = reflect::MemberType<decltype(member), Req>;
        const std::string_view name{member.name};
        const bool in_path = std::ranges::find(names, name) != names.end();
        const bool in_query = !in_path && (!in_body || std::ranges::find(op.consulta, name) != op.consulta.end());
        if (!in_path && !in_query) return;
        Parameter p{.name = name, .in = in_path ? "path" : "query"};
        p.required = in_path || (!reflect::is_optional<M> && !reflect::is_cambio<M> && !reflect::is_vector<M>);
        if constexpr (reflect::is_optional<M>) book.write<typename M::value_type>(p.schema, reflect::Direction::in);
        else book.write<M>(p.schema, reflect::Direction::in);
        p.description = reflect::meta<decltype(member)::pointer>.descripcion;
        list.push_back(std::move(p));
    });
    return list;
}

template <class Fn, class Prepare>
Executable make_executable(Operation& op, Fn fn, Prepare prepare) {
    using S = Signature<Fn>;
    using Req = typename S::Request;
    using Res = typename S::Answer;
    Executable x;
    x.escribe = S::writes;
    const bool in_body = op.verb == Verb::POST || op.verb == Verb::PUT;
    x.decode = [&op](const Parts& parts, Faltas& faltas) -> std::shared_ptr<void> {
        if constexpr (reflect::member_count<Req> == 0) {
            static Req nothing;
            decode_request(parts, op, nothing, faltas);
            return {std::shared_ptr<void>{}, &nothing};
        } else {
            auto request = std::make_shared<Req>();
            decode_request(parts, op, *request, faltas);
            return request;
        }
    };
    x.canonical = [](const void* request) { return reflect::to_json(*static_cast<const Req*>(request)); };
    x.run = [fn, &op](Context& ctx, const void* request, [[maybe_unused]] void* prepared) {
        const auto& req = *static_cast<const Req*>(request);
        // Never moved from: a conflict on PostgreSQL runs the operation again with what was prepared once.
        if constexpr (!std::is_void_v<typename S::Prepared>)
            return outcome_of<Res>(fn(ctx, req, *static_cast<const typename S::Prepared*>(prepared)), op.desnuda);
        else if constexpr (S::takes_request) return outcome_of<Res>(fn(ctx, req), op.desnuda);
        else return outcome_of<Res>(fn(ctx), op.desnuda);
    };
    if constexpr (!std::is_same_v<Prepare, std::nullptr_t>) {
        x.has_prepare = true;
        x.prepare = [prepare](const Context& ctx, const void* request) -> std::shared_ptr<void> {
            return std::make_shared<typename S::Prepared>(prepare(ctx, *static_cast<const Req*>(request)));
        };
    }
    if constexpr (CuerpoEnGet<Req>) op.cuerpo_tambien = !in_body;
    x.has_body = in_body && reflect::member_count<Req> > op.path_names().size();
    x.parameters = [&op](reflect::SchemaBook& book) { return parameters_of<Req>(op, book); };
    x.body_schema = [&op](reflect::SchemaBook& book) -> std::string {
        const std::uint64_t outside = outside_body<Req>(op);
        std::string out;
        if (outside == 0) book.write<Req>(out, reflect::Direction::in);
        else book.write_without<Req>(out, reflect::Direction::in, outside);
        return out;
    };
    x.body_example = [&op] {
        std::string out;
        reflect::write_example<Req>(out, outside_body<Req>(op));
        return out;
    };
    x.answer_schema = [&op](reflect::SchemaBook& book) { return answer_schema<Res>(book, op.desnuda); };
    x.answer_example = [&op] { return answer_example<Res>(op.desnuda); };
    return x;
}

template <class Fn>
Operation& Operations::add(Verb verb, std::string path, std::string id, Fn fn, std::string resumen) {
    auto& op = enter(verb, std::move(path), std::move(id), std::move(resumen));
    op.versiones.push_back(make_executable(op, fn, nullptr));
    return op;
}

template <class Prepare, class Fn>
Operation& Operations::add(Verb verb, std::string path, std::string id, Prepare prepare, Fn fn, std::string resumen) {
    auto& op = enter(verb, std::move(path), std::move(id), std::move(resumen));
    op.versiones.push_back(make_executable(op, fn, prepare));
    return op;
}

template <class Fn>
Operation& Operation::reconstruye(Fn fn) {
    for (auto& x : versiones)
        x.rebuild = [fn, this](Context& ctx, std::int64_t record) { return outcome_of(fn(ctx, record), desnuda); };
    return *this;
}

// Page after page within the one snapshot, each let go before the next: the length of a list costs no memory.
template <class Fn, class Req>
auto filas_de(const Context& ctx, Fn fn, const Req& pedida) {
    using T = typename decltype(Signature<Fn>::Answer::data)::value_type;
    return Filas<T>{[&ctx, fn, pedida](const std::function<void(const T&)>& una) {
        Req req = pedida;
        const bool toda = !req.pagina && !req.cursor && !req.registrosPorPagina;
        req.conTotal = false;
        for (;;) {
            const auto pagina = fn(ctx, req);
            for (const T& fila : pagina.data) una(fila);
            if (!toda || !pagina.siguiente) return;
            req.cursor = Texto<2000>{*pagina.siguiente};
        }
    }};
}

template <class Fn, class Tabla>
Operation& Operation::como_tabla(Fn fn, Tabla tabla) {
    using S = Signature<Fn>;
    versiones.back().tabla = [fn, tabla](const Context& ctx, const void* request, tabla::Hoja& hoja) {
        const auto& req = *static_cast<const typename S::Request*>(request);
        if constexpr (is_pagina<typename S::Answer>) tabla(ctx, req, filas_de(ctx, fn, req), hoja);
        else tabla(ctx, req, fn(ctx, req), hoja);
    };
    return *this;
}

template <class Fn>
Operation& Operation::desde(std::string mes, Fn fn) {
    auto x = make_executable(*this, fn, nullptr);
    x.desde = std::move(mes);
    versiones.push_back(std::move(x));
    return *this;
}

}  // namespace cacao::api
