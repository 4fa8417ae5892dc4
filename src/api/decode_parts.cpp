// A request taken apart into its struct: path, query, body, form.

#include "api/nombres.hpp"
#include "api/operations.hpp"
#include "reflect/objeto.hpp"

#include <algorithm>
#include <bit>

namespace cacao::api {
namespace {

class Decoder {
public:
    Decoder(const Parts& parts, const Operation& op, void* out, const reflect::Shape& shape, Faltas& faltas,
            reflect::Allowance* room)
        : parts_(parts), op_(op), out_(out), shape_(shape), members_(shape.members), faltas_(faltas), room_(room) {}

    void run(bool body_of_get) {
        reflect::Decoding path{faltas_, En::ruta};
        for (const auto& [name, value] : parts_.path) reflect::read_member(out_, shape_, name, value, path);
        read_query();
        if (members_.empty()) return;
        require_in_query();
        if (op_.en_cuerpo()) return read_body();
        if (body_of_get && !recortado(parts_.body).empty()) read_body_of_get();
    }

private:
    void read_query() {
        reflect::Decoding query{faltas_, En::consulta, nullptr, room_};
        for (const auto& [name, value] : parts_.query) {
            if (std::ranges::find(op_.ignora, name) != op_.ignora.end()) continue;
            const bool here = !op_.en_ruta(name) && (!op_.en_cuerpo() || op_.aparte_en_consulta(name));
            const auto at = here ? reflect::find_member(members_, name) : std::nullopt;
            if (!at) {
                const reflect::PathStep step{query, name};
                query.fault(Codigo::campo_desconocido);
                continue;
            }
            const std::uint64_t bit = std::uint64_t{1} << *at;
            if ((seen_ & bit) != 0) faltas_.agregar(Codigo::campo_repetido, "/" + name, En::consulta);
            seen_ |= bit;
            reflect::read_member(out_, shape_, name, value, query);
        }
    }

    void require_in_query() {
        for (std::size_t i = 0; i < members_.size(); ++i) {
            const auto& m = members_[i];
            const bool here = op_.en_cuerpo() ? op_.aparte_en_consulta(m.name) : !op_.en_ruta(m.name);
            if (here && m.required() && !m.list() && (seen_ >> i & 1U) == 0)
                faltas_.agregar(Codigo::requerido, "/" + std::string{m.name}, En::consulta);
        }
    }

    void read_body() {
        const std::uint64_t outside = outside_body(op_, members_);
        if (static_cast<std::size_t>(std::popcount(outside)) == members_.size()) return;
        reflect::Decoding body{faltas_, En::cuerpo, nullptr, room_};
        if (parts_.multipart) return read_form(*parts_.multipart, outside, body);
        if (!recortado(parts_.body).empty())
            return reflect::read_document(
                parts_.body, faltas_, [&](reflect::JsonValue& root) { reflect::read_object(root, out_, shape_, body, outside); });
        // A body whose members are all optional may be left out.
        for (std::size_t i = 0; i < members_.size(); ++i)
            if (members_[i].required() && (outside >> i & 1U) == 0)
                return faltas_.agregar(Codigo::cuerpo_requerido, "", En::cuerpo);
    }

    // Filters of a GET that came in its body join those of the query; saying one thing here and another there is a fault.
    void read_body_of_get() {
        std::vector<std::string> in_query(members_.size());
        for (std::size_t i = 0; i < members_.size(); ++i)
            if ((seen_ >> i & 1U) != 0) in_query[i] = written(members_[i]);
        reflect::Decoding body{faltas_, En::cuerpo, nullptr, room_};
        std::uint64_t in_body = 0;
        reflect::read_document(parts_.body, faltas_, [&](reflect::JsonValue& root) {
            in_body = reflect::read_object(root, out_, shape_, body, outside_body(op_, members_));
        });
        for (std::size_t i = 0; i < members_.size(); ++i)
            if ((seen_ & in_body) >> i & 1U && in_query[i] != written(members_[i]))
                faltas_.agregar(Codigo::conflicto, "/" + std::string{members_[i].name}, En::cuerpo);
    }
    std::string written(const reflect::ShapeMember& member) const {
        return reflect::to_json(static_cast<const char*>(out_) + shape_.offset(member), member.use);
    }

    void read_form(const std::vector<Part>& sent, std::uint64_t outside, reflect::Decoding& d) {
        std::uint64_t seen = outside;
        for (const Part& part : sent) {
            const reflect::PathStep step{d, part.name};
            const reflect::ShapeMember* member = reflect::next_member(members_, part.name, outside, seen, d);
            if (member == nullptr) continue;
            if (member->file()) read_file(part, *member, d);
            else if (!utf8_valido(part.content)) d.fault(Codigo::utf8_invalido);
            else reflect::read_sent({.text = part.content}, out_, shape_, *member, d);
        }
        reflect::require_members(members_, seen, d);
    }

    void read_file(const Part& part, const reflect::ShapeMember& member, reflect::Decoding& d) {
        if (room_ != nullptr && !room_->take(part.content.size())) return d.fault(Codigo::archivo_muy_grande);
        Archivo file{part.filename, part.type, std::string{part.content}};
        reflect::read_sent({.file = &file}, out_, shape_, member, d);
    }

    const Parts& parts_;
    const Operation& op_;
    void* out_;
    const reflect::Shape& shape_;
    reflect::ShapeMembers members_;
    Faltas& faltas_;
    reflect::Allowance* room_;
    std::uint64_t seen_ = 0;  // in the query
};

// What the decoder found, with what it cannot know: a name of before has a new one.
void tell(const Operation& op, const Faltas& found, Faltas& faltas) {
    for (const Falta& f : found.lista()) {
        const NombreAnterior* was = f.codigo == Codigo::campo_desconocido ? nombre_anterior(op.id, f.campo) : nullptr;
        faltas.agregar(f.codigo, f.campo, f.en,
                       was != nullptr ? reflect::objeto("ahora", was->ahora, "cambio", was->cambio) : f.datos);
    }
    faltas.contar(found.mas());
}

}  // namespace

std::uint64_t outside_body(const Operation& op, reflect::ShapeMembers members) {
    std::uint64_t mask = 0;
    for (std::size_t i = 0; i < members.size(); ++i)
        if (op.en_ruta(members[i].name) || op.aparte_en_consulta(members[i].name)) mask |= std::uint64_t{1} << i;
    return mask;
}

Owned Executable::decode(const Operation& op, const Parts& parts, Faltas& faltas, reflect::Allowance* room) const {
    auto out = make_request();
    Faltas found;
    Decoder{parts, op, out.get(), *request.shape, found, room}.run(cuerpo_en_get);
    tell(op, found, faltas);
    if (validar != nullptr && faltas.vacia()) validar(out.get(), faltas);
    return out;
}

}  // namespace cacao::api
