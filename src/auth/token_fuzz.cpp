// Three doors to the verifier, chosen by the first byte: the input as a whole token, as signed claims, as a signed header.
// Without the last two the signature check would stop nearly every input before the readers behind it.

#include "auth/tokens.hpp"

#include "base/texto.hpp"

#include <cstdint>
#include <cstdlib>

namespace {

using namespace cacao;
using namespace cacao::auth;

constexpr std::int64_t now = 1'800'000'000;

struct World {
    SigningKey key = SigningKey::generate();
    std::shared_ptr<TokenKeys> keys = std::make_shared<TokenKeys>(KeySet{.active = key, .accepted = {}});
    TokenScope scope{"cacao", "cacao-api"};
    Signer signer{keys, scope};
    Verifier verifier{keys, scope};

    std::string signed_token(std::string_view header, std::string_view payload) const {
        const std::string text = base64url(header) + '.' + base64url(payload);
        return text + '.' + base64url(key.sign(text));
    }
};

void require(bool fine) {
    if (!fine) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const World world;
    if (size == 0) return 0;
    const std::string_view input{reinterpret_cast<const char*>(data) + 1, size - 1};
    const std::string header = R"({"alg":"ES256","typ":"JWT","kid":")" + world.key.kid() + "\"}";
    const bool raw = data[0] % 3 == 0, claims_only = data[0] % 3 == 1;
    const std::string token = raw           ? std::string{input}
                              : claims_only ? world.signed_token(header, input)
                                            : world.signed_token(input, R"({"iss":"cacao"})");
    const auto result = world.verifier.verify(token, now);
    if (!std::holds_alternative<Claims>(result)) return 0;

    // The key lives in this process only, so a whole token from outside can never be good.
    require(!raw);
    const Claims& claims = std::get<Claims>(result);
    require(claims.organizacionId > 0 && claims.usuarioId > 0 && claims.consumidorId >= 0 && claims.vence > now);
    const auto again = world.verifier.verify(world.signer.sign(claims), now);
    require(std::holds_alternative<Claims>(again) && std::get<Claims>(again) == claims);
    return 0;
}
