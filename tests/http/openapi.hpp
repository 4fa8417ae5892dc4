#pragma once
// The service's own OpenAPI document, read as a caller would: which operations there are, and whether an answer is one of those
// that the document promises.

#include "http/client.hpp"

#include <simdjson.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace cacao::test {

struct DocumentedParameter {
    std::string name;
    bool number = false;
    bool required = false;
};

struct DocumentedOperation {
    std::string method, path, id;
    std::string permission;  // "" when every token will do
    bool open = false;       // no token
    bool has_body = false;   // JSON
    bool has_form = false;   // multipart/form-data with one file
    std::string form_file;   // the part that it comes in
    bool has_table = false;  // rows: CSV, or a JSON array
    std::string body;        // the example
    std::string required;    // the example with the required members alone
    std::vector<std::string> body_members;
    std::vector<DocumentedParameter> in_path, in_query;
    simdjson::dom::element node;

    // The path with `value` in place of every parameter, and the required query parameters.
    std::string target(std::string_view value = "1") const;
};

class Document {
public:
    explicit Document(std::string_view json);

    const std::vector<DocumentedOperation>& operations() const { return operations_; }
    // The operation that a request reaches, literal segments before parameters; null when there is none.
    const DocumentedOperation* find(std::string_view method, std::string_view target) const;
    // "" when the answer's status is documented, its body has the documented shape and its codes are declared; otherwise what is
    // wrong.
    std::string check(const DocumentedOperation& operation, const HttpAnswer& answer) const;
    // The same for the body of a request.
    std::string check_body(const DocumentedOperation& operation, simdjson::dom::element body) const;

private:
    static std::string undeclared(const DocumentedOperation& operation, simdjson::dom::element problem);
    simdjson::dom::element resolve(simdjson::dom::element node) const;
    std::string fits(simdjson::dom::element schema, simdjson::dom::element value, const std::string& place) const;
    std::string fits_object(simdjson::dom::element schema, simdjson::dom::object value, const std::string& place) const;
    void read_parameters(DocumentedOperation& operation) const;
    void read_body(DocumentedOperation& operation) const;

    std::unique_ptr<simdjson::dom::parser> parser_ = std::make_unique<simdjson::dom::parser>();
    simdjson::dom::element root_;
    std::vector<DocumentedOperation> operations_;
};

}  // namespace cacao::test
