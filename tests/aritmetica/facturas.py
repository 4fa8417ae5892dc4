#!/usr/bin/env python3
"""Worked invoices: their figures by exact decimals, written as a scenario that the service must answer to the cent.

    tests/aritmetica/facturas.py > tests/casos/ventas_aritmetica.caso

It shares nothing with the service but the rules: a line is rounded once per figure, half away from zero; IEPS enters the base of
VAT; withholdings are of the net; a price with taxes inside is worked back; a header is the sum of its lines; collected VAT moves
in proportion to what is paid, all payments together rounded once, each within what the authority takes for its base.
"""
import json
import random
import sys
from decimal import ROUND_HALF_UP, Decimal as D

sys.dont_write_bytecode = True
from tasas import clamp, div, tax_part

CENT = D("0.01")


def r2(x):
    return x.quantize(CENT, rounding=ROUND_HALF_UP) if x >= 0 else -((-x).quantize(CENT, rounding=ROUND_HALF_UP))


class Product:
    def __init__(self, code, unit="KG", vat="tasa", border=True, ieps=D(0), quota=D(0), vat_held=D(0), isr_held=D(0),
                 two_thirds=False):
        self.two_thirds = two_thirds
        self.code, self.unit, self.vat, self.border = code, unit, vat, border
        self.ieps, self.quota, self.vat_held, self.isr_held = ieps, quota, vat_held, isr_held


PRODUCTS = [
    Product("GENERAL"),
    Product("NOFRONTERA", border=False),
    Product("CERO", vat="cero"),
    Product("EXENTO", vat="exento"),
    Product("NOOBJETO", vat="noObjeto"),
    Product("BOTANA", ieps=D("0.08")),
    Product("CERVEZA", ieps=D("0.265")),
    Product("REFRESCO", quota=D("1.6451")),
    Product("DULCECERO", vat="cero", ieps=D("0.08")),
    Product("HONORARIOS", vat_held=D("0.106667"), isr_held=D("0.10"), two_thirds=True),
    Product("FLETE", vat_held=D("0.04")),
]
TOBACCO = Product("TABACO", ieps=D("1.6"))
BY_CODE = {p.code: p for p in PRODUCTS + [TOBACCO]}


class Line:
    def __init__(self, code, quantity, price, discount="0", promotion="0", gross=False):
        self.product, self.quantity, self.price = BY_CODE[code], D(quantity), D(price)
        self.discount, self.promotion, self.gross = D(discount), D(promotion), gross

    def figures(self, border, company):
        p = self.product
        rate = D(0)
        if p.vat == "tasa":
            rate = D("0.08") if border and p.border else D("0.16")
        amount = r2(self.quantity * self.price)
        if self.gross:
            # Out of the price, what each tax leaves: VAT first, then the quota, then IEPS by rate.
            def net_of(value):
                vat = r2(value * rate / (1 + rate))
                left = value - vat
                return vat, left
            total = amount - self.discount - self.promotion
            vat, left = net_of(total)
            quota = r2(self.quantity * p.quota)
            left -= quota
            by_rate = r2(left * p.ieps / (1 + p.ieps))
            net = left - by_rate
            ieps = quota + by_rate
        else:
            net = amount - self.discount - self.promotion
            ieps = r2(net * p.ieps) + r2(self.quantity * p.quota)
            vat = r2((net + ieps) * rate)
        return {
            "net": net, "ieps": ieps, "vat": vat, "rate": rate, "base": net + ieps,
            # We are a company: of its fees nobody withholds (LIVA 1-A II a, LISR 106); of freight every company does.
            "vat_held": r2(net * p.vat_held) if company and not p.two_thirds else D(0),
            "isr_held": D(0),
            "kind": p.vat,
        }


class Invoice:
    def __init__(self, lines, border=False, company=True, dollars=None, payments=()):
        self.lines, self.border, self.company, self.dollars, self.payments = lines, border, company, dollars, payments

    def header(self):
        f = [l.figures(self.border, self.company) for l in self.lines]
        s = lambda key: sum((x[key] for x in f), D(0))
        subtotal, vat, ieps, vat_held, isr_held = s("net"), s("vat"), s("ieps"), s("vat_held"), s("isr_held")
        return f, {"subtotal": subtotal, "iva": vat, "ieps": ieps, "ivaRetenido": vat_held, "isrRetenido": isr_held,
                   "total": subtotal + vat + ieps - vat_held - isr_held}


def invoices():
    yield Invoice([Line("GENERAL", "1", "100")], payments=("116",))
    yield Invoice([Line("GENERAL", "3", "33.333333")], payments=("38.67", "38.67", "38.66"))
    yield Invoice([Line("GENERAL", "0.333", "99.999999")])
    yield Invoice([Line("GENERAL", "7", "0.005")])
    yield Invoice([Line("GENERAL", "1", "0.03"), Line("GENERAL", "1", "0.03"), Line("GENERAL", "1", "0.03")])
    yield Invoice([Line("GENERAL", "10", "9.99", "5.55", "1.23")])
    yield Invoice([Line("GENERAL", "2", "116", gross=True)])
    yield Invoice([Line("GENERAL", "3", "19.99", gross=True)], payments=("10", "49.97"))
    yield Invoice([Line("GENERAL", "3", "19.99", "4.98", "0.99", gross=True)])
    yield Invoice([Line("GENERAL", "1", "100")], border=True, payments=("54", "54"))
    yield Invoice([Line("NOFRONTERA", "1", "100"), Line("GENERAL", "1", "100")], border=True, payments=("100.01", "123.99"))
    yield Invoice([Line("CERO", "5", "12.345678")], payments=("61.73",))
    yield Invoice([Line("EXENTO", "2", "50.55")], payments=("1.10", "100"))
    yield Invoice([Line("NOOBJETO", "1", "77.77")], payments=("77.77",))
    yield Invoice([Line("BOTANA", "6", "14.50")], payments=("50", "58.99"))
    yield Invoice([Line("CERVEZA", "24", "18.216666")])
    yield Invoice([Line("REFRESCO", "12.5", "10.10")])
    yield Invoice([Line("REFRESCO", "3", "15", gross=True)])
    yield Invoice([Line("BOTANA", "4", "25.06", gross=True)])
    yield Invoice([Line("DULCECERO", "8", "3.33")])
    yield Invoice([Line("HONORARIOS", "1", "10000")], payments=("9533.33",))
    yield Invoice([Line("HONORARIOS", "1", "10000")], company=False)
    yield Invoice([Line("HONORARIOS", "1.5", "333.333333"), Line("FLETE", "1", "777.77")], payments=("100", "700", "547.77"))
    yield Invoice([Line("FLETE", "2", "1234.565")])
    yield Invoice([Line(p.code, "1.25", "80.808080") for p in PRODUCTS])
    yield Invoice([Line(p.code, "1.25", "80.808080", "0.81") for p in PRODUCTS], company=False)
    yield Invoice([Line(p.code, "2", "45.67") for p in PRODUCTS], border=True)
    yield Invoice([Line("GENERAL", "1", "100")], dollars="17.123456")
    yield Invoice([Line("CERVEZA", "7", "3.141592"), Line("EXENTO", "1", "2.718281")], dollars="20.5")
    yield Invoice([Line("GENERAL", "1000", "99999.999999")])
    # A cent that is all tax: the header and the account say the same.
    yield Invoice([Line("TABACO", "1", "0.01", gross=True), Line("GENERAL", "1", "100")], payments=("58", "58.01"))
    yield Invoice([Line("GENERAL", "12", "100.03")], payments=("100.03",) * 12 + ("192.06",))
    chance = random.Random(20261115)
    for _ in range(40):
        lines = []
        for _ in range(chance.randint(1, 6)):
            code = chance.choice(PRODUCTS).code
            quantity = D(chance.randint(1, 20000)) / 1000
            price = D(chance.randint(1, 900_000_000)) / 1_000_000
            gross = chance.random() < 0.25 and BY_CODE[code].quota == 0 and BY_CODE[code].vat_held == 0
            amount = r2(quantity * price)
            discount = r2(amount * D(chance.randint(0, 30)) / 100) if chance.random() < 0.4 else D(0)
            promotion = r2(amount * D(chance.randint(0, 20)) / 100) if chance.random() < 0.2 else D(0)
            lines.append(Line(code, quantity, price, discount, promotion, gross))
        yield Invoice(lines, border=chance.random() < 0.2, company=chance.random() < 0.6)


def text(value):
    """JSON with exact decimals: never through a float."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(k)}: {text(v)}" for k, v in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(text(v) for v in value) + "]"
    if isinstance(value, D):
        return format(value.normalize(), "f")
    return json.dumps(value, ensure_ascii=False)


def main():
    out = ["# Worked invoices: every figure by another program (tests/aritmetica/facturas.py), to the cent. Do not edit by hand.",
           "GET /api/UnidadesMedida/Base",
           '200 {"data": ["$*", "$*", {"codigo": "KG", "unidadMedidaId": "$kg"}, "..."]}',
           "GET /api/Sucursales",
           '200 {"data": [{"sucursalId": "$matriz", "cuentaBancariaId": "$efectivo", "almacenId": "$almacen"}]}',
           'POST /api/Sucursales {"codigo": "TIJ", "nombre": "Tijuana", "codigoPostal": "22000", "frontera": true, "almacenId": "$almacen"}',
           '200 {"data": {"sucursalId": "$frontera"}}',
           'POST /api/Contactos {"codigo": "PM", "nombre": "Empresa", "roles": ["cliente"], "rfc": "EKU9003173C9"}',
           '200 {"data": {"entidadId": "$moral"}}',
           'POST /api/Contactos {"codigo": "PF", "nombre": "Persona", "roles": ["cliente"], "rfc": "XOJI740919U48"}',
           '200 {"data": {"entidadId": "$fisica"}}']
    for p in PRODUCTS + [TOBACCO]:
        body = {"codigo": p.code, "nombre": p.code.capitalize(), "tipo": "servicio", "unidadMedidaId": "$kg", "claveProdServ": "50161800",
                "iva": p.vat, "ivaFrontera": p.border and p.vat == "tasa", "iepsTasa": p.ieps, "iepsCuota": p.quota, "ivaRetenido": p.vat_held, "isrRetenido": p.isr_held}
        out += [f"POST /api/Productos {text(body)}", f'200 {{"data": {{"productoId": "${p.code.lower()}"}}}}']
    collected = {}
    for number, invoice in enumerate(invoices(), 1):
        figures, header = invoice.header()
        lines = []
        for l in invoice.lines:
            line = {"productoId": f"${l.product.code.lower()}", "cantidad": l.quantity, "precioUnitario": l.price}
            if l.discount: line["descuento"] = l.discount
            if l.promotion: line["promocion"] = l.promotion
            if l.gross: line["incluyeImpuestos"] = True
            lines.append(line)
        body = {"clienteId": "$moral" if invoice.company else "$fisica", "fecha": "2026-05-10"}
        if invoice.border: body["sucursalId"] = "$frontera"
        if invoice.dollars: body |= {"moneda": "USD", "tipoCambio": D(invoice.dollars)}
        body["partidas"] = lines
        out += ["", f"POST /api/FacturaVenta {text(body)}", f'200 {{"data": {text({"transaccionId": f"$f{number}"} | header)}}}',
                f"GET /api/FacturaVenta/$f{number}",
                "200 " + text({"data": {"partidas": [{"iva": f["vat"], "ieps": f["ieps"], "ivaRetenido": f["vat_held"], "isrRetenido": f["isr_held"]} for f in figures]}})]
        rates = {}
        for f in figures:
            key = f["kind"] if f["kind"] in ("exento", "noObjeto") else str(f["rate"])
            # What is no object of VAT has no base of it: the net alone.
            base, vat = rates.get(key, (D(0), D(0)))
            rates[key] = (base + (f["net"] if key == "noObjeto" else f["base"]), vat + f["vat"])
        paid, moved = D(0), {k: (D(0), D(0)) for k in rates}
        for part in map(D, invoice.payments):
            paid += part
            assert paid <= header["total"], f"invoice {number} is overpaid"
            for key, figures_of in rates.items():
                # In cents.
                (base, vat), (done_base, done_vat), so_far, total = (
                    [int(x * 100) for x in pair] for pair in (figures_of, moved[key], (paid, 0), (header["total"], 0)))
                if paid == header["total"]:
                    now_base, now_vat = base - done_base, vat - done_vat
                else:
                    now_base = clamp(div(base * so_far[0], total[0]) - done_base, 0, base - done_base)
                    factor, rate = (key, 0) if key in ("exento", "noObjeto") else ("tasa", int(D(key) * 1_000_000))
                    now_vat = tax_part(factor, rate, vat, base, vat - done_vat, base - done_base, now_base,
                                       div(vat * so_far[0], total[0]) - done_vat)
                moved[key] = (D(done_base + now_base) / 100, D(done_vat + now_vat) / 100)
            out += [f'POST /api/Bancos/DepositoAgregar {{"cuentaBancariaId": "$efectivo", "clienteId": "{body["clienteId"]}", "fecha": "2026-05-20", "importe": {text(part)}, "asignaciones": [{{"transaccionId": "$f{number}", "importe": {text(part)}}}]}}',
                    f'200 {{"data": {{"asignaciones": [{{"saldo": {text(header["total"] - paid)}}}]}}}}']
        for key, (base, vat) in moved.items():
            total_base, total_vat = collected.get(key, (D(0), D(0)))
            collected[key] = (total_base + base, total_vat + vat)
    zero = (D(0), D(0))
    report = {"subtotal16": collected.get("0.16", zero)[0], "impuesto16": collected.get("0.16", zero)[1],
              "subtotal8": collected.get("0.08", zero)[0], "impuesto8": collected.get("0.08", zero)[1],
              "subtotal0": collected.get("0", zero)[0], "subtotalExento": collected.get("exento", zero)[0],
              "subtotalNoObjeto": collected.get("noObjeto", zero)[0], "diferencia": D(0)}
    out += ["", "# What was collected of them, by rate.", "GET /api/Contabilidad/IVAcobradoTasas?fechaInicial=01/05/2026&fechaFinal=31/05/2026&conDetalle=false",
            f'200 {{"data": {text(report)}}}']
    print("\n".join(out))


if __name__ == "__main__":
    main()
