#pragma once
// The templates behind Operations::add: from a function's signature to an Executable. Included by operations.hpp only.

#include "api/operations.hpp"

#include "base/texto.hpp"

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

// Members that do not come from the body, one bit each: path parameters, and those the operation takes from the query.
std::uint64_t outside_body(const Operation& op, reflect::Readings members);
// Path, query and body into the request at `out`; which members the query had.
std::uint64_t decode_parts(const Parts& parts, const Operation& op, void* out, reflect::Readings members, Faltas& faltas);

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

// Filters of a GET that came in its body join those of the query; saying one thing here and another there is a fault.
template <class Req>
void read_body_of_get(const Parts& parts, const Operation& op, Req& out, std::uint64_t seen, Faltas& faltas) {
    Req sent{};
    reflect::Decoding body{faltas, En::cuerpo, {}};
    reflect::read_document(parts.body, faltas, [&](reflect::JsonValue& root) {
        constexpr auto& members = reflect::readings<Req>;
        reflect::read_object(root, &sent, members, body, outside_body(op, members));
    });
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
    [[maybe_unused]] const std::uint64_t seen = decode_parts(parts, op, &out, reflect::readings<Req>, faltas);
    if constexpr (CuerpoEnGet<Req>) {
        if (!op.en_cuerpo() && !recortado(parts.body).empty()) read_body_of_get(parts, op, out, seen, faltas);
    }
    if constexpr (HasValidar<Req>) {
        if (faltas.vacia()) validar(out, faltas);
    }
}

template <class Res>
AnswerForm answer_form() {
    if constexpr (std::is_same_v<Res, Contenido>) return {Envelope::none, {}};
    else if constexpr (std::is_same_v<Res, Nada>) return {Envelope::nothing, {}};
    else if constexpr (is_pagina<Res>) return {Envelope::page, reflect::use_of<decltype(Res::data)>()};
    else return {Envelope::data, reflect::use_of<Res>()};
}

template <class Fn, class Prepare>
Executable make_executable(Operation& op, Fn fn, Prepare prepare) {
    using S = Signature<Fn>;
    using Req = typename S::Request;
    using Res = typename S::Answer;
    Executable x;
    x.escribe = S::writes;
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
    if constexpr (CuerpoEnGet<Req>) op.cuerpo_tambien = !op.en_cuerpo();
    x.has_body = op.en_cuerpo() && reflect::member_count<Req> > op.path_names().size();
    x.request = reflect::use_of<Req>();
    x.members = reflect::readings<Req>;
    x.answer = answer_form<Res>();
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
