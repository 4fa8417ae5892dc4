#pragma once
// The table of operations. An operation is a plain function entered with one line; how it is routed, decoded, checked, documented
// and answered follows from its signature:
//
//     Response f(const Context&, const Request&)   reads        Response f(Context&, const Request&)   writes
//
// `{id}` in the path fills the member of that name; on GET and DELETE the rest comes from the query, otherwise from the body.

#include "api/context.hpp"
#include "api/http.hpp"
#include "api/paginas.hpp"
#include "reflect/decode.hpp"
#include "reflect/json_write.hpp"
#include "reflect/shape.hpp"

#include <boost/container/small_vector.hpp>

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

namespace cacao {

namespace tabla {
class Hoja;
}

// Request of an operation that takes nothing, answer of one that has nothing to say.
struct Nada {};
DESCRIBE_STRUCT(Nada, (), ())

// An answer that is not JSON: an image, a file. The bytes may be shared with a cache: they travel to the socket without a copy.
struct Contenido {
    std::string tipo;
    std::shared_ptr<const std::string> bytes;
    std::string etag;                                // strong, without quotes; empty for none
    std::string cache;                               // Cache-Control; empty for what every answer with such an ETag gets
    std::shared_ptr<const api::Spool> archivo = {};  // in place of the bytes: read as it leaves
    std::string nombre = {};                         // under which a browser keeps it; empty: none
    bool en_linea = false;                           // a browser may show it
};

namespace api {

class Operation;

// One part of a multipart/form-data body.
struct Part {
    std::string name;
    std::string filename;
    std::string type;
    std::string_view content;
};

// What a request brings, taken apart but not yet typed.
struct Parts {
    boost::container::small_vector<std::pair<std::string_view, std::string>, 2> path;  // parameter name, decoded value
    std::vector<std::pair<std::string, std::string>> query;
    std::string_view body;
    std::optional<std::vector<Part>> multipart;
};

struct Outcome {
    std::string body;
    std::string content_type;                        // empty: JSON
    std::optional<std::string> etag;                 // without quotes
    std::shared_ptr<const std::string> shared_body;  // in place of `body`
    std::shared_ptr<const Spool> file;               // in place of both
    std::string cache_control;                       // empty: the usual
    std::string archivo;                             // name under which a browser keeps it; empty: none
    bool en_linea = false;                           // … where it does not show it at once
    bool pasajera = false;                           // by the clock: what a caller has of the same version may have ended
};

// What stands around an answer: {"data":…}, {"data":null}, a page, or nothing, because it is not JSON.
enum class Envelope : std::uint8_t { data, nothing, page, none };
struct AnswerForm {
    Envelope envelope = Envelope::nothing;
    reflect::Use data;
};

// A function without its type: itself, or an object with state that is called.
using Function = void (*)();
struct Callable {
    Function function = nullptr;
    std::shared_ptr<const void> object;
};

// A value without its type, and how it goes.
struct Discard {
    void (*discard)(void*) = nullptr;
    void operator()(void* value) const { discard(value); }
};
using Owned = std::unique_ptr<void, Discard>;

// What an operation is by its signature alone, types erased.
struct OperationKind {
    bool escribe = false;
    bool cuerpo_en_get = false;  // its filters may come in the body of a GET too
    reflect::Use request;
    AnswerForm answer;
    Owned (*make_request)() = nullptr;
    void (*validar)(const void*, Faltas&) = nullptr;  // rules of the request that need no database; may be missing
    Outcome (*run_function)(const Callable&, Context&, const void* request, const void* prepared, bool bare) = nullptr;
    Owned (*run_preparation)(const Callable&, const Context&, const void* request) = nullptr;  // may be missing
    // The answer itself, or of a paged list the records page after page; of what reads alone.
    void (*answers)(const Callable&, const Context&, const void* request, FunctionRef<void(const void*)>) = nullptr;
};

// What an operation says of the table that its answer is, beyond what the description of the answer does (api/tablas.hpp).
struct TablaDicha {
    std::vector<std::string_view> renglones;  // lists of the answer that are its rows; none: all of them
    std::vector<std::string_view> cierran;    // lists of the answer whose rows close the table
    std::vector<std::string_view> totales;    // columns that add up
    std::vector<std::string_view> locales;    // amounts in the organization's currency, whatever that of the row
    std::string_view por;                     // the list inside a row of which each item is a row
    // Figures from elsewhere that close it, in a described struct.
    using Ver = FunctionRef<void(const void*, const reflect::Shape&)>;
    std::function<void(const Context&, const void* request, Ver)> cuadre;
};

// One dated version of an operation.
struct Executable : OperationKind {
    std::string desde;  // yyyy-MM; empty for the first
    bool has_body = false;
    Callable function;
    Callable preparation;
    Callable leida;        // what its table is made of, where that is another function
    bool tabular = false;  // its answer is a table
    TablaDicha dicha;
    std::function<void(const Context&, const void*, tabla::Hoja&)> tabla;  // written by hand; may be missing

    Owned decode(const Operation& op, const Parts& parts, Faltas& faltas, reflect::Allowance* room = nullptr) const;
    // For fingerprints: the decoded request, written one way.
    std::string canonical(const void* sent) const { return reflect::to_json(sent, request); }
    // Answers everything at once, with figures beside: no list of records.
    bool es_reporte() const { return tabular && answer.data.shape->form == reflect::Form::object; }
    bool has_prepare() const { return run_preparation != nullptr; }
    Owned prepare(const Context& ctx, const void* sent) const { return run_preparation(preparation, ctx, sent); }
    Outcome run(const Operation& op, Context& ctx, const void* sent, const void* prepared) const;
    // What one that reads would answer, without its envelope, to whoever names the record that its path asks for.
    Outcome read(const Operation& op, const Context& ctx, std::int64_t id) const;
};

template <class Fn>
Callable callable(Fn fn);
// The name of a described member.
template <class M, class T>
std::string_view campo_de(M T::*miembro);

class Operation {
public:
    Verb verb{};
    std::string path;
    std::string id;
    std::string grupo;        // tag
    std::string resumen;      // what it does, in one line
    std::string descripcion;  // and at length, in Markdown; may be empty
    std::size_t index = 0;
    bool publica = false;    // no token
    bool desnuda = false;    // answers the bare object
    bool punto = false;      // a point read: fast enough for an io thread on SQLite
    bool sin_datos = false;  // asks the database nothing
    bool fuera = false;      // its first half waits for somebody outside
    bool larga = false;      // a write that goes over what a company has: PostgreSQL may be at one statement for long
    bool secreta = false;    // no idempotency key, no simular, never logged
    bool personal = false;   // people do it themselves, no agent for them
    bool adicional = false;  // ours, beside the interface document
    bool acepta_multipart = false;
    bool cuerpo_de_tabla = false;     // CSV or JSON, whole in a member of type Archivo (parte_de_tabla)
    bool libre_para_todos = false;    // needs a token but no permission
    bool cuerpo_tambien = false;      // a GET whose filters may also come in a JSON body
    std::uint64_t cuerpo_maximo = 0;  // 0: the server's limit
    // Whose password the first half of such a request hashes: the name that was given, "" of who has a token, none of nobody.
    std::optional<std::string_view> (*hash)(const void*) = nullptr;
    std::vector<std::string> ignora;           // query parameters that the document says are ignored
    std::vector<std::string> consulta;         // members that come from the query also on POST and PUT
    std::vector<Codigo> codigos;               // documented refusals
    std::vector<std::string_view> documentos;  // kinds of documents that it reads, each by its identifier in the path
    std::vector<Executable> versiones;         // oldest first

    bool escribe() const { return versiones.front().escribe; }
    // Idempotency-Key and simular: not for what holds a secret, nor for security as a whole.
    bool repetible() const { return escribe() && !secreta && !publica && grupo != "Seguridad"; }
    // Whether its members come in the body; otherwise in the query.
    bool en_cuerpo() const { return verb == Verb::POST || verb == Verb::PUT; }
    // Names of the parameters in the path, in order.
    const std::vector<std::string>& path_names() const { return path_names_; }
    bool en_ruta(std::string_view miembro) const;
    // Whether it comes from the query although the others come from the body.
    bool aparte_en_consulta(std::string_view miembro) const;

    // Options, chained behind add().
    Operation& en_grupo(std::string_view g);
    Operation& sin_token() { return publica = true, *this; }
    Operation& solo_personas() { return personal = true, *this; }
    Operation& sin_sobre() { return desnuda = true, *this; }
    Operation& lectura_puntual() { return punto = true, *this; }
    Operation& sin_base() { return sin_datos = true, *this; }
    Operation& con_calma() { return larga = true, *this; }
    // Its first half may wait for somebody outside: those have threads of their own, and nothing else stands behind them.
    Operation& por_fuera() { return fuera = true, *this; }
    Operation& con_secretos() { return secreta = true, *this; }
    Operation& nuestra() { return adicional = true, *this; }
    Operation& para_todos() { return libre_para_todos = true, *this; }
    Operation& multiparte(std::uint64_t maximo) { return acepta_multipart = true, cuerpo_maximo = maximo, *this; }
    Operation& con_cuerpo(std::uint64_t maximo) { return cuerpo_maximo = maximo, *this; }
    Operation& con_tabla() { return cuerpo_de_tabla = true, *this; }
    // It is what reads documents of these kinds, one by its identifier: whoever has an identifier alone finds it here.
    Operation& lee(std::initializer_list<std::string_view> tipos) { return documentos = tipos, *this; }
    // Its first half hashes a password, always or for some requests: those have threads and a short queue of their own, and
    // nothing else stands behind them.
    Operation& con_hash() {
        return hash = [](const void*) { return std::optional<std::string_view>{""}; }, *this;
    }
    template <class Req, std::optional<std::string_view> (*de_quien)(const Req&)>
    Operation& con_hash() {
        return hash = [](const void* request) { return de_quien(*static_cast<const Req*>(request)); }, *this;
    }
    Operation& ignorando(std::string_view parametro);
    Operation& en_consulta(std::string_view miembro);
    Operation& rechaza(std::initializer_list<Codigo> c);
    Operation& rechaza(const std::vector<Codigo>& c);
    // Every list is also a workbook, a CSV and a PDF, by Accept, as its description says (api/tablas.hpp). What it does not:
    Operation& reporte() { return versiones.back().tabular = true, *this; }     // of one record, which is none by its form
    Operation& sin_tabla() { return versiones.back().tabular = false, *this; }  // of what is a list and yet for programs alone
    template <class... M>
    Operation& renglones(M... listas) {
        return (dicha().renglones.push_back(campo_de(listas)), ...), *this;
    }
    template <class... M>
    Operation& cierran(M... listas) {
        return (dicha().cierran.push_back(campo_de(listas)), ...), *this;
    }
    template <class... M>
    Operation& totales(M... columnas) {
        return (dicha().totales.push_back(campo_de(columnas)), ...), *this;
    }
    template <class... M>
    Operation& en_local(M... columnas) {
        return (dicha().locales.push_back(campo_de(columnas)), ...), *this;
    }
    template <class M>
    Operation& por(M lista) {
        return dicha().por = campo_de(lista), reporte();
    }
    // The table is made of what `fn` answers: the operation's own ends its snapshot, and a table asks more.
    template <class Fn>
    Operation& leida_por(Fn fn) {
        return versiones.back().leida = callable(fn), *this;
    }
    // `fn`, a function of the same request, tells figures that close the table.
    template <class Fn>
    Operation& cuadra(Fn fn);
    // One that no description says: `void tabla(const Context&, const Request&, const Answer&, tabla::Hoja&)` writes what `fn`,
    // the operation's own function, answered.
    template <class Fn, class Tabla>
    Operation& como_tabla(Fn fn, Tabla tabla);
    // A later dated version, with its own request and answer.
    template <class Fn>
    Operation& desde(std::string_view mes, Fn fn);

private:
    friend class Operations;
    TablaDicha& dicha() { return versiones.back().dicha; }
    Operation& version(std::string_view mes, const OperationKind& kind, Callable function, Callable preparation);
    std::vector<std::string> path_names_;
};

// A right that reaches beyond the operation that asks for it; granted like the permission of an operation.
struct Right {
    std::string id;
    std::string grupo;
    std::string resumen;
};

// One thing that others are told of by a call to an address of theirs, for the interface document.
struct Notice {
    std::string name;                // registrado
    std::string summary;             // in a few words
    std::vector<std::string> types;  // FacturaVenta.registrado …
    int version = 1;
    bool of_document = false;  // names it beside its own fields
    reflect::Use data;
};

class Operations {
public:
    Operations();
    template <class Fn>
    Operation& add(Verb verb, std::string_view path, std::string_view id, Fn fn);
    // With a first half that runs on a pool, before the transaction: slow or outside work.
    template <class Prepare, class Fn>
    Operation& add(Verb verb, std::string_view path, std::string_view id, Prepare prepare, Fn fn);

    // The group (OpenAPI tag, prefix of wildcard permissions) of what is added from here on.
    void group(std::string_view grupo) { group_ = grupo; }

    // A right of the group, beside its operations.
    void right(std::string_view id);
    const std::deque<Right>& rights() const { return rights_; }
    const Right* find_right(std::string_view id) const;

    // What people are told of an operation or right that was entered before; not of one that was not.
    void explain(std::string_view id, std::string_view resumen, std::string_view descripcion);

    // How a simulated write tells what it would have done (Context::simulacion): the form of the whole, and who writes it while
    // the transaction is still there.
    void simulacion(reflect::Use forma, std::string (*contar)(Context&)) {
        simulacion_ = forma;
        contar_simulacion_ = contar;
    }
    std::string contar_simulacion(Context& ctx) const {
        return contar_simulacion_ != nullptr ? contar_simulacion_(ctx) : R"({"documentos":[],"afectados":[]})";
    }
    reflect::Use simulacion() const { return simulacion_; }

    // What others are told, and the form in which each notice comes: a struct with `type` and `data` among its members.
    void notices(std::vector<Notice> all, reflect::Use form) {
        notices_ = std::move(all);
        notice_ = form;
    }
    const std::vector<Notice>& notices() const { return notices_; }
    reflect::Use notice() const { return notice_; }

    const std::deque<Operation>& all() const { return all_; }
    const Operation* find(std::string_view id) const;
    // The one that reads documents of a kind (Operation::lee); nullptr when none does.
    const Operation* reader_of(std::string_view tipo) const;

    // Which operations a set of permissions allows: an id, `Grupo.*`, `Grupo.leer`, `*` or `leer`.
    std::vector<bool> allowed(const std::vector<std::string>& permisos) const;
    bool known_permission(std::string_view permiso) const;

private:
    Operation& enter(Verb verb, std::string_view path, std::string_view id, const OperationKind& kind, Callable function,
                     Callable preparation);
    // Of plain functions, which nearly all are: there is nothing to let go at the place that enters them.
    Operation& enter(Verb verb, std::string_view path, std::string_view id, const OperationKind& kind, Function function,
                     Function preparation);
    bool grants(std::string_view permiso, const Operation& op) const;

    std::deque<Operation> all_;
    std::unordered_map<std::string_view, const Operation*> by_id_;
    std::deque<Right> rights_;
    std::string group_ = "Sistema";
    reflect::Use simulacion_;
    std::vector<Notice> notices_;
    reflect::Use notice_;
    std::string (*contar_simulacion_)(Context&) = nullptr;
};

}  // namespace api
}  // namespace cacao

#include "api/operations_impl.hpp"
