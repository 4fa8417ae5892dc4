#pragma once
// The templates behind Operations::add: from a function's signature to an Executable. Included by operations.hpp only. What is
// compiled for each operation is one call of its function; everything around it stands in operations.cpp, once.

#include "api/operations.hpp"

#include <stdexcept>

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
// Of an answer, where it has one: as its ETag.
template <class T>
std::optional<std::int64_t> version_of(const T& answer) {
    if constexpr (HasVersion<T>) return answer.version;
    else return std::nullopt;
}
template <class T>
std::optional<std::int64_t> version_of(const std::optional<T>& answer) {
    return answer ? version_of(*answer) : std::nullopt;
}
// Rules that need no database, collected together with the faults of the form.
template <class T>
concept HasValidar = requires(const T& t, Faltas& f) {
    validar(t, f);
};

// A request that says so: its filters may come in the body of a GET too.
template <class T>
concept CuerpoEnGet = T::cuerpo_en_get;

// Members that do not come from the body, one bit each: path parameters, and those the operation takes from the query.
std::uint64_t outside_body(const Operation& op, reflect::ShapeMembers members);

// What became of an answer: its text, and its version as the ETag.
Outcome json_outcome(const void* answer, const reflect::Use& use, bool bare, std::optional<std::int64_t> version);
Outcome page_outcome(const void* data, const reflect::Use& use, const CamposDePagina& campos);
Outcome content_outcome(const Contenido& answer);
Outcome empty_outcome();

template <class T>
Outcome outcome_of(const T& answer, bool bare) {
    if constexpr (std::is_same_v<T, Contenido>) return content_outcome(answer);
    else if constexpr (is_pagina<T>) return page_outcome(&answer.data, reflect::UseOf<decltype(answer.data)>::value, answer);
    else if constexpr (std::is_same_v<T, Nada>) return empty_outcome();
    else return json_outcome(&answer, reflect::UseOf<T>::value, bare, version_of(answer));
}

template <class Res>
constexpr AnswerForm answer_form() {
    if constexpr (std::is_same_v<Res, Contenido>) return {Envelope::none, {}};
    else if constexpr (std::is_same_v<Res, Nada>) return {Envelope::nothing, {}};
    else if constexpr (is_pagina<Res>) return {Envelope::page, reflect::UseOf<decltype(Res::data)>::value};
    else return {Envelope::data, reflect::UseOf<Res>::value};
}

// How a function is kept without its type, and found again: itself, or a copy of what has state.
template <class Fn>
Callable callable(Fn fn) {
    if constexpr (std::is_class_v<Fn>) return {nullptr, std::make_shared<Fn>(std::move(fn))};
    else return {reinterpret_cast<Function>(fn), {}};
}
template <class Fn>
decltype(auto) called(const Callable& c) {
    if constexpr (std::is_class_v<Fn>) return *static_cast<const Fn*>(c.object.get());
    else return reinterpret_cast<Fn>(c.function);
}

template <class T>
Owned owned(T* value) {
    return {value, {[](void* v) { delete static_cast<T*>(v); }}};
}

template <class Fn>
Outcome run_operation(const Callable& c, Context& ctx, const void* request, [[maybe_unused]] const void* prepared, bool bare) {
    using S = Signature<Fn>;
    decltype(auto) fn = called<Fn>(c);
    const auto& req = *static_cast<const typename S::Request*>(request);
    // Never moved from: a conflict on PostgreSQL runs the operation again with what was prepared once.
    if constexpr (!std::is_void_v<typename S::Prepared>)
        return outcome_of<typename S::Answer>(fn(ctx, req, *static_cast<const typename S::Prepared*>(prepared)), bare);
    else if constexpr (S::takes_request) return outcome_of<typename S::Answer>(fn(ctx, req), bare);
    else return outcome_of<typename S::Answer>(fn(ctx), bare);
}

template <class Fn, class Prepare>
Owned prepare_operation(const Callable& c, const Context& ctx, const void* request) {
    using S = Signature<Fn>;
    decltype(auto) prepare = called<Prepare>(c);
    return owned(new typename S::Prepared(prepare(ctx, *static_cast<const typename S::Request*>(request))));
}

// Page after page within the one snapshot, each let go before the next: the length of a list costs no memory.
template <class Fn, class Req>
void each_page(const Context& ctx, Fn& fn, Req pedida, FunctionRef<void(const void*)> una) {
    const bool toda = !pedida.pagina && !pedida.cursor && !pedida.registrosPorPagina;
    pedida.conTotal = false;
    for (;;) {
        const auto pagina = fn(ctx, pedida);
        una(&pagina.data);
        if (!toda || !pagina.siguiente) return;
        pedida.cursor = Texto<2000>{*pagina.siguiente};
    }
}

template <class Fn>
void visit_answers(const Callable& c, const Context& ctx, const void* request, FunctionRef<void(const void*)> visit) {
    using S = Signature<Fn>;
    decltype(auto) fn = called<Fn>(c);
    const auto& req = *static_cast<const typename S::Request*>(request);
    if constexpr (is_pagina<typename S::Answer>) {
        each_page(ctx, fn, req, visit);
    } else if constexpr (S::takes_request) {
        const auto answer = fn(ctx, req);
        visit(&answer);
    } else {
        const auto answer = fn(ctx);
        visit(&answer);
    }
}
// What may be a table: a page, a list, or what holds one.
template <class S>
inline constexpr bool visitable = !S::writes && std::is_void_v<typename S::Prepared> &&
                                  (is_pagina<typename S::Answer> || reflect::is_vector<typename S::Answer> ||
                                   (reflect::Described<typename S::Answer> && !std::is_empty_v<typename S::Answer>));

template <class Req>
Owned make_request() {
    if constexpr (std::is_empty_v<Req>) {
        static Req nothing;  // to be told apart
        return {&nothing, Discard{[](void*) {}}};
    } else {
        return owned(new Req());
    }
}
template <class Req>
void validate_request(const void* request, Faltas& faltas) {
    validar(*static_cast<const Req*>(request), faltas);
}

template <class Fn>
constexpr OperationKind make_kind() {
    using S = Signature<Fn>;
    using Req = typename S::Request;
    OperationKind kind{.escribe = S::writes,
                       .cuerpo_en_get = CuerpoEnGet<Req>,
                       .request = reflect::UseOf<Req, reflect::For::reading>::value,
                       .answer = answer_form<typename S::Answer>(),
                       .make_request = &make_request<Req>,
                       .run_function = &run_operation<Fn>};
    if constexpr (HasValidar<Req>) kind.validar = &validate_request<Req>;
    if constexpr (visitable<S>) kind.answers = &visit_answers<Fn>;
    return kind;
}
template <class Fn>
inline constexpr OperationKind kind_of = make_kind<Fn>();
template <class Fn, class Prepare>
constexpr OperationKind make_prepared_kind() {
    OperationKind kind = kind_of<Fn>;
    kind.run_preparation = &prepare_operation<Fn, Prepare>;
    return kind;
}
template <class Fn, class Prepare>
inline constexpr OperationKind prepared_kind_of = make_prepared_kind<Fn, Prepare>();

template <class Fn>
Operation& Operations::add(Verb verb, std::string_view path, std::string_view id, Fn fn) {
    if constexpr (std::is_class_v<Fn>) return enter(verb, path, id, kind_of<Fn>, callable(std::move(fn)), Callable{});
    else return enter(verb, path, id, kind_of<Fn>, reinterpret_cast<Function>(fn), nullptr);
}

template <class Prepare, class Fn>
Operation& Operations::add(Verb verb, std::string_view path, std::string_view id, Prepare prepare, Fn fn) {
    return enter(verb, path, id, prepared_kind_of<Fn, Prepare>, callable(std::move(fn)), callable(std::move(prepare)));
}

template <class Fn>
Operation& Operation::desde(std::string_view mes, Fn fn) {
    return version(mes, kind_of<Fn>, callable(std::move(fn)), {});
}

template <class M, class T>
std::string_view campo_de(M T::*miembro) {
    const void* place = &(reflect::blank<T>.value.*miembro);
    const auto& members = reflect::shape_members<T, reflect::For::writing>;
    const auto found = std::ranges::find(members, place, &reflect::ShapeMember::place);
    if (found == members.end()) throw std::logic_error("a member that is not described");
    return found->name;
}

template <class Fn>
Operation& Operation::cuadra(Fn fn) {
    using S = Signature<Fn>;
    dicha().cuadre = [fn](const Context& ctx, const void* request, TablaDicha::Ver ver) {
        const auto answer = fn(ctx, *static_cast<const typename S::Request*>(request));
        ver(&answer, reflect::ShapeOf<typename S::Answer>::value);
    };
    return *this;
}

template <class Fn, class Tabla>
Operation& Operation::como_tabla(Fn fn, Tabla tabla) {
    using S = Signature<Fn>;
    versiones.back().tabla = [fn, tabla](const Context& ctx, const void* request, tabla::Hoja& hoja) {
        const auto& req = *static_cast<const typename S::Request*>(request);
        tabla(ctx, req, fn(ctx, req), hoja);
    };
    return reporte();
}

}  // namespace cacao::api
