// A workbook as ECMA-376 asks for at the least: one sheet, texts inline. Written here and not through a library, because those
// take numbers as binary fractions, and an amount must leave with the digits it has.

#include "tabla/escritor.hpp"
#include "tabla/zip.hpp"

#include <algorithm>

namespace cacao::tabla {
namespace {

constexpr std::string_view declaracion = R"(<?xml version="1.0" encoding="UTF-8" standalone="yes"?>)"
                                         "\n";

void escapar(std::string& out, std::string_view texto) {
    for (const char c : texto) {
        switch (c) {
            case '&': out += "&amp;"; break;
            case '<': out += "&lt;"; break;
            case '>': out += "&gt;"; break;
            case '"': out += "&quot;"; break;
            case '\r': out += "&#13;"; break;
            default:
                // XML 1.0 has no place for other control characters.
                if (static_cast<unsigned char>(c) >= 0x20 || c == '\n' || c == '\t') out.push_back(c);
        }
    }
}

// 0 is A, 25 is Z, 26 is AA.
void escribir_columna(std::string& out, std::size_t columna) {
    std::string letras;
    for (std::size_t n = columna + 1; n > 0; n = (n - 1) / 26) letras.push_back(static_cast<char>('A' + (n - 1) % 26));
    out.append(letras.rbegin(), letras.rend());
}

// Days since 1899-12-30, as spreadsheets count from March 1900 on.
constexpr int dia_cero = 25'569;

// Excel keeps fifteen digits; a longer number stays whole only as text.
bool cabe(std::string_view digitos) {
    return std::ranges::count_if(digitos, [](char c) { return c >= '0' && c <= '9'; }) <= 15;
}

// Styles by number: 0 plain, 1 bold, 2 day, then amounts with 0 to 6 decimals, plain and bold.
constexpr int primer_importe = 3;
constexpr int decimales_posibles = 7;
constexpr int primer_total = primer_importe + decimales_posibles;

std::string estilos() {
    constexpr int primer_formato = 164;  // the first that is not built in
    std::string formatos = R"(<numFmt numFmtId="164" formatCode="yyyy\-mm\-dd"/>)";
    std::string celdas =
        R"(<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>)";
    for (int d = 0; d < decimales_posibles; ++d)
        formatos += "<numFmt numFmtId=\"" + std::to_string(primer_formato + 1 + d) + "\" formatCode=\"#,##0" +
                    (d == 0 ? "" : "." + std::string(static_cast<std::size_t>(d), '0')) + "\"/>";
    for (const std::string_view letra : {"0", "1"})
        for (int d = 0; d < decimales_posibles; ++d)
            celdas += "<xf numFmtId=\"" + std::to_string(primer_formato + 1 + d) + "\" fontId=\"" + std::string{letra} +
                      R"(" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>)";
    return R"(<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts count="8">)" + formatos +
           R"(</numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="17">)" +
           celdas + "</cellXfs></styleSheet>";
}

class Xlsx : public Escritor {
public:
    Xlsx(Salida salida, std::string_view hoja, const OpcionesXlsx& opciones)
        : zip_(std::move(salida)), titulos_(opciones.titulos) {
        parte(
            "[Content_Types].xml",
            R"(<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>)");
        parte(
            "_rels/.rels",
            R"(<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>)");
        std::string libro =
            R"(<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name=")";
        escapar(libro, hoja.substr(0, 31));
        parte("xl/workbook.xml", libro + R"(" sheetId="1" r:id="rId1"/></sheets></workbook>)");
        parte(
            "xl/_rels/workbook.xml.rels",
            R"(<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>)");
        parte("xl/styles.xml", estilos());
        zip_.entrada("xl/worksheets/sheet1.xml");
        bufer_ = declaracion;
        bufer_ +=
            R"(<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0"><pane ySplit=")" +
            std::to_string(titulos_) + R"(" topLeftCell="A)" + std::to_string(titulos_ + 1) +
            R"(" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>)";
        escribir_anchos(opciones.anchos);
        bufer_ += "<sheetData>";
    }

    void renglon(std::span<const Celda> celdas) override {
        ++numero_;
        negrita_ = resaltado_ || numero_ <= titulos_;
        bufer_ += "<row r=\"" + std::to_string(numero_) + "\">";
        for (std::size_t i = 0; i < celdas.size(); ++i) escribir(celdas[i], i);
        bufer_ += "</row>";
        constexpr std::size_t bastante = 1U << 16U;
        if (bufer_.size() >= bastante) vaciar();
    }

    void resaltado(std::span<const Celda> celdas) override {
        resaltado_ = true;
        renglon(celdas);
        resaltado_ = false;
    }

    void terminar() override {
        bufer_ += "</sheetData></worksheet>";
        vaciar();
        zip_.terminar();
    }

private:
    void parte(std::string nombre, std::string_view xml) {
        zip_.entrada(std::move(nombre));
        zip_.escribir(declaracion);
        zip_.escribir(xml);
    }
    void vaciar() {
        zip_.escribir(bufer_);
        bufer_.clear();
    }
    void abrir(std::size_t columna, std::string_view mas) {
        bufer_ += "<c r=\"";
        escribir_columna(bufer_, columna);
        bufer_ += std::to_string(numero_);
        bufer_.push_back('"');
        bufer_ += mas;
        bufer_.push_back('>');
    }
    void escribir_texto(std::string_view texto, std::size_t columna) {
        if (texto.empty()) return;
        abrir(columna, negrita_ ? R"( t="inlineStr" s="1")" : R"( t="inlineStr")");
        bufer_ += R"(<is><t xml:space="preserve">)";
        escapar(bufer_, texto);
        bufer_ += "</t></is></c>";
    }
    void escribir_valor(std::string_view valor, std::size_t columna, std::string_view mas) {
        abrir(columna, mas);
        bufer_ += "<v>";
        bufer_ += valor;
        bufer_ += "</v></c>";
    }
    void escribir(const Celda& celda, std::size_t columna) {
        if (const auto* texto = std::get_if<std::string>(&celda)) {
            escribir_texto(*texto, columna);
        } else if (const auto* numero = std::get_if<Numero>(&celda)) {
            if (cabe(numero->digitos)) escribir_valor(numero->digitos, columna, estilo_de(*numero));
            else escribir_texto(numero->digitos, columna);
        } else if (const auto* fecha = std::get_if<Fecha>(&celda)) {
            escribir_valor(std::to_string(fecha->dias() + dia_cero), columna, R"( s="2")");
        } else {
            escribir_valor(std::get<bool>(celda) ? "1" : "0", columna, R"( t="b")");
        }
    }

    std::string estilo_de(const Numero& numero) const {
        if (numero.decimales < 0) return negrita_ ? R"( s="1")" : "";
        return " s=\"" + std::to_string((negrita_ ? primer_total : primer_importe) + numero.decimales) + '"';
    }
    void escribir_anchos(const std::vector<int>& anchos) {
        if (anchos.empty()) return;
        bufer_ += "<cols>";
        for (std::size_t i = 0; i < anchos.size(); ++i) {
            const auto columna = std::to_string(i + 1);
            bufer_ += "<col min=\"" + columna + "\" max=\"" + columna + "\" width=\"" + std::to_string(anchos[i] + 2) +
                      R"(" customWidth="1"/>)";
        }
        bufer_ += "</cols>";
    }

    Zip zip_;
    std::string bufer_;
    std::size_t numero_ = 0;
    std::size_t titulos_;
    bool resaltado_ = false;
    bool negrita_ = false;
};

}  // namespace

std::unique_ptr<Escritor> escritor_xlsx(Salida salida, std::string_view hoja, OpcionesXlsx opciones) {
    return std::make_unique<Xlsx>(std::move(salida), hoja, opciones);
}

}  // namespace cacao::tabla
