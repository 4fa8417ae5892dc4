#!/usr/bin/env python3
"""Taxes by rate, worked out by another program: what payments, credits, write-offs, and the undoing of them, make of each rate of
a sale; and what the parts of an order take of it.

    tests/aritmetica/tasas.py CASES [SEED]

It prints cases as a script: what to do, and after each step what every document must come to. tests/aritmetica/tasas_test.cpp
does it with the service and compares. The two share nothing but the rules (docs/decisions/0032):

- a line is rounded once per figure, half away from zero; IEPS enters the base of VAT, and of two thirds of it that are withheld;
  other withholdings are of the net
- a part takes what all parts in force come to with itself, less what those before took, within what the authority takes for its base
- money takes what is open of each rate in proportion; a credit takes what it credits off first, and gives back what was collected
- a credit is for what it is about as long as that owes it; what it paid elsewhere goes back once that is owed again
- what was let go gives way to credits

The program itself holds what must hold whatever happens: of no rate is less collected than nothing nor more than credits leave,
over its life a sale collects its net, and every part is one that the authority takes.

Money is whole cents, rates whole millionths.
"""
import copy
import random
import sys

MICRO = 1_000_000


def div(n, d):
    """n / d, half away from zero."""
    q, r = divmod(abs(n), d)
    q += 2 * r >= d
    return q if n >= 0 else -q


# ---- limits

def exact(rate, base):
    p = max(0, base) * rate
    return p // MICRO, -(-p // MICRO)


def authority(rate, base):
    low, high = (2 * base - 1) * rate, (2 * base + 1) * rate
    return max(0, low) // (2 * MICRO), -(-max(0, high) // (2 * MICRO))


def clamp(x, low, high):
    return max(low, min(x, high))


def tax_part(factor, rate, whole, whole_base, left, left_base, base, target):
    left = max(0, left)
    if factor in ("exento", "noObjeto"):
        return clamp(target, 0, left)
    for limits in (exact, authority):
        own, rest = limits(rate, base), limits(rate, left_base - base)
        low, high = max(0, own[0], left - rest[1]), min(left, own[1], left - rest[0])
        if low <= high:
            return clamp(target, low, high)
    own = authority(rate, base)
    inside = clamp(target, *own)
    whole_limits = authority(rate, whole_base)
    fits = whole_limits[0] <= whole <= whole_limits[1]
    return clamp(inside if fits or abs(inside - target) <= 1 else target, 0, left)


# ---- what is made of rates: {(tax, factor, rate): (base, amount)}

def value(c):
    total = 0
    for (tax, _, _), (base, amount) in c.items():
        if tax == "iva":
            total += base + amount
        elif tax != "ieps":
            total -= amount
    return total


def minus(a, b):
    return {k: (max(0, x[0] - b[k][0]), max(0, x[1] - b[k][1])) if k in b else x for k, x in a.items()}


def common(a, b):
    r = {}
    for k, x in a.items():
        if k in b:
            low = (max(0, min(x[0], b[k][0])), max(0, min(x[1], b[k][1])))
            if low != (0, 0):
                r[k] = low
    return r


def plus(a, b):
    r = dict(a)
    for k, x in b.items():
        y = r.get(k, (0, 0))
        r[k] = (y[0] + x[0], y[1] + x[1])
    return r


def take(a, b):
    """a less b, also below zero."""
    return plus(a, {k: (-x[0], -x[1]) for k, x in b.items()})


def empty(c):
    return all(x == (0, 0) for x in c.values())


def open_part(key, left, whole, amount, balance):
    base = min(left[0], div(left[0] * amount, balance))
    return base, tax_part(key[1], key[2], whole[1], whole[0], left[1], left[0], base, min(left[1], div(left[1] * amount, balance)))


def cut(c, amount):
    whole = value(c)
    if whole <= amount:
        return c
    if amount <= 0:
        return {}
    return {k: open_part(k, x, x, amount, whole) for k, x in c.items()}


# ---- documents

GOODS = {  # how a product is taxed: VAT (factor, rate), IEPS, VAT withheld, ISR withheld
    "G": (("tasa", 160_000), 0, 0, 0),
    "C": (("tasa", 0), 0, 0, 0),
    "E": (("exento", 0), 0, 0, 0),
    "B": (("tasa", 160_000), 80_000, 0, 0),
    "H": (("tasa", 160_000), 0, 106_667, 100_000),
    "M": (("tasa", 160_000), 80_000, 106_667, 100_000),
    "F": (("tasa", 160_000), 80_000, 40_000, 0),
}


def on_vat(key, vat_rate):
    """VAT withheld that is two thirds of the VAT is of what that is charged on; another share is of the price."""
    return key[0] == "ivaRetenido" and abs(3 * key[2] - 2 * vat_rate) <= 3


def taxes_of(good, net):
    (factor, rate), ieps_rate, vat_held, isr_held = GOODS[good]
    r = []
    ieps = div(net * ieps_rate, MICRO)
    if ieps_rate and (net or ieps):
        r.append((("ieps", "tasa", ieps_rate), net, ieps))
    if net + ieps:
        r.append((("iva", factor, rate), net + ieps, div((net + ieps) * rate, MICRO) if factor == "tasa" else 0))
    for tax, held in (("ivaRetenido", vat_held), ("isrRetenido", isr_held)):
        base = net + (ieps if on_vat((tax, "tasa", held), rate) else 0)
        if held and base:
            r.append(((tax, "tasa", held), base, div(base * held, MICRO)))
    return r


def total_of(net, taxes):
    return net + sum(amount if key[0] in ("iva", "ieps") else -amount for key, _, amount in taxes)


class Line:
    def __init__(self, good, quantity, price, net, taxes):
        self.good, self.quantity, self.price, self.net, self.taxes = good, quantity, price, net, taxes
        self.total = total_of(net, taxes)


def rates_of(lines):
    r = {}
    for l in lines:
        for key, base, amount in l.taxes:
            x = r.get(key, (0, 0))
            r[key] = (x[0] + base, x[1] + amount)
        if not any(key[0] == "iva" for key, _, _ in l.taxes):
            x = r.get(("iva", "noObjeto", 0), (0, 0))
            r[("iva", "noObjeto", 0)] = (x[0] + l.net, x[1])
    return r


def share(source, before, quantity, agreed):
    """The figures of a part of a line. `before`: the parts in force. Of what was agreed, limits go before what is left."""
    taken = sum(p.quantity for p in before)
    upto = taken + quantity

    def part(whole, done):
        p = div(whole * upto, source.quantity) - done
        return max(0, p if agreed else min(p, whole - done))
    done = sum(p.net for p in before)
    net = part(source.net, done)
    product = quantity * source.price  # in millionths
    inside = clamp(net, product // 10_000, -(-product // 10_000))
    if agreed:
        net = inside
    else:
        net = source.net - done if upto == source.quantity else min(source.net - done, inside)
    taxes, ieps = [], 0
    for key, base, amount in source.taxes:
        past_base = sum(b for p in before for k, b, _ in p.taxes if k == key)
        past = sum(a for p in before for k, _, a in p.taxes if k == key)
        own_base = net + (ieps if key[0] == "iva" or on_vat(key, 160_000) else 0)
        target = div(amount * upto, source.quantity) - past
        if agreed:
            low, high = exact(key[2], base)
            limits = exact if low <= amount <= high else authority
            own = clamp(target, *limits(key[2], own_base)) if key[1] == "tasa" else 0
        elif upto == source.quantity:
            own = max(0, amount - past)
        else:
            own = tax_part(key[1], key[2], amount, base, amount - past, base - past_base, own_base, target)
        if key[0] == "ieps":
            ieps += own
        if own_base or own:
            taxes.append((key, own_base, own))
    return Line(source.good, quantity, source.price, net, taxes)


class Invoice:
    def __init__(self, number, lines):
        self.number, self.lines = number, lines
        self.rates = rates_of(lines)
        self.total = sum(l.total for l in lines)
        self.balance = self.total
        self.taken = {}
        self.applications = []  # in their order

    def open(self):
        return take(self.rates, self.taken)


class Payment:
    """Money has no rates. A credit or a write-off is about one invoice."""

    def __init__(self, number, kind, total, about=None, lines=(), rates=None):
        self.number, self.kind, self.total, self.about, self.lines = number, kind, total, about, list(lines)
        self.rates = rates or {}
        self.balance = total
        self.moved = {}
        self.given_back = {}
        self.alive = True

    def open(self):
        return take(take(self.rates, self.moved), self.given_back)


class Application:
    def __init__(self, number, payment, invoice, amount, of_invoice, of_payment):
        self.number, self.payment, self.invoice, self.amount = number, payment, invoice, amount
        self.of_invoice, self.of_payment, self.alive = of_invoice, of_payment, True


class Refused(Exception):
    pass


class Books:
    """One customer's sales, and all that settles them."""

    def __init__(self):
        self.invoices, self.payments, self.applications = [], [], []
        self.say_again = lambda before, after: None

    # -- reading

    def credits_of(self, invoice):
        return [p for p in self.payments if p.alive and p.about is invoice]

    def moved_by(self, payment, invoice, whose):
        r = {}
        for a in invoice.applications:
            if a.alive and a.payment is payment:
                r = plus(r, a.of_invoice if whose is invoice else a.of_payment)
        return r

    def net(self, invoice, with_pardons=True):
        r = dict(invoice.rates)
        for c in self.credits_of(invoice):
            if c.kind == "pardon" and (not with_pardons or not self.moved_by(c, invoice, invoice)):
                continue
            r = take(r, c.rates)
        return r

    def collected(self, invoice):
        r = dict(invoice.taken)
        for c in self.credits_of(invoice):
            r = take(take(r, c.moved), c.given_back)
        return r

    def kept(self, credit):
        """What of a credit is for what it is about, and owed there."""
        if credit.about is None:
            return 0
        there = sum(a.amount for a in credit.about.applications if a.alive and a.payment is credit)
        return max(0, min(credit.total - there, credit.about.balance))

    def elsewhere(self, credit):
        return [a for a in self.applications if a.alive and a.payment is credit and a.invoice is not credit.about]

    # -- settling

    def by_money(self, invoice, amount):
        left = invoice.open()
        if invoice.balance == amount:
            return left
        paid, run = 0, {}
        for a in reversed([a for a in invoice.applications if a.alive]):
            if a.payment.kind != "money":
                break
            paid += a.amount
            run = plus(run, a.of_invoice)
        r = {}
        for key, x in left.items():
            before = run.get(key, (0, 0))

            def part(i):
                alone = div(x[i] * amount, invoice.balance)
                with_others = div((x[i] + before[i]) * (paid + amount), paid + invoice.balance) - before[i]
                return clamp(with_others if abs(with_others - alone) <= 2 else alone, 0, x[i])
            base = part(0)
            whole = invoice.rates[key]
            r[key] = base, tax_part(key[1], key[2], whole[1], whole[0], x[1], x[0], base, part(1))
        return r

    def by_use(self, payment, amount):
        left = payment.open()
        if payment.balance == amount:
            return left
        if self.kept(payment):
            return cut(common(minus(left, payment.about.open()), left), amount)
        upto = payment.total - payment.balance + amount
        r = {}
        for key, whole in payment.rates.items():
            x, moved = left[key], payment.moved.get(key, (0, 0))
            base, target = (clamp(div(whole[i] * upto, payment.total) - moved[i], 0, x[i]) for i in (0, 1))
            r[key] = base, tax_part(key[1], key[2], whole[1], whole[0], x[1], x[0], base, target)
        return r

    def by_its_own(self, payment, invoice, amount):
        left, own = invoice.open(), payment.open()
        most = common(minus(payment.rates, self.moved_by(payment, invoice, invoice)), left)
        used_up = payment.balance == amount
        # What must be taken lest less than nothing is collected; and all of what is used up, whatever rounding made of its parts.
        got = self.collected(invoice)
        least = {k: tuple((own[k][i] if used_up else 0) + max(0, -got.get(k, (0, 0))[i]) for i in (0, 1)) for k in payment.rates}
        taken = common(most, least)
        # First what was never collected of it.
        given = cut(common(own, minus(most, taken)), amount - value(taken))
        taken = plus(taken, given)
        rest = amount - value(taken)
        if rest > 0:
            given = plus(given, cut(minus(own, given), rest))
        taken = plus(taken, cut(minus(most, taken), rest))
        if used_up or invoice.balance == amount:
            given = own
        if invoice.balance == amount:
            return left, given
        rest = amount - value(taken)
        if rest > 0:
            still = minus(left, taken)
            for key in invoice.rates:
                taken = plus(taken, {key: open_part(key, still[key], invoice.rates[key], rest, invoice.balance - amount + rest)})
        return taken, given

    def apply(self, payment, invoice, amount):
        assert 0 < amount <= min(payment.balance, invoice.balance)
        if payment.about is invoice:
            of_invoice, of_payment = self.by_its_own(payment, invoice, amount)
        else:
            of_invoice = self.by_money(invoice, amount)
            of_payment = self.by_use(payment, amount) if payment.rates else {}
        for rows, whole in ((of_invoice, invoice.rates), (of_payment, payment.rates)):
            for key, (base, tax) in rows.items():
                if key[1] == "tasa":
                    # A credit leaves what it leaves: at most a cent or two off, and what the whole is off itself.
                    off = [max(0, low - x, x - high) for x, (low, high) in
                           ((tax, authority(key[2], base)), (whole[key][1], authority(key[2], whole[key][0])))]
                    assert off[0] <= off[1] + 2, ("limits", key, base, tax)
        a = Application(len(self.applications), payment, invoice, amount, of_invoice, of_payment)
        self.applications.append(a)
        invoice.applications.append(a)
        invoice.balance -= amount
        payment.balance -= amount
        invoice.taken = plus(invoice.taken, of_invoice)
        payment.moved = plus(payment.moved, of_payment)
        return a

    def loosen(self, a):
        a.alive = False
        a.invoice.balance += a.amount
        a.payment.balance += a.amount
        a.invoice.taken = take(a.invoice.taken, a.of_invoice)
        a.payment.moved = take(a.payment.moved, a.of_payment)

    def undo(self, a):
        self.loosen(a)
        self.reopened(a.invoice, a.payment)
        c = a.payment
        if c.about is not None and c.about is not a.invoice and c.balance > 0 and any(x[0] for x in c.given_back.values()):
            amount = min(c.balance, c.total, c.about.balance)
            if amount > 0:
                self.apply(c, c.about, amount)

    def reopened(self, invoice, by):
        # Credits that took other rates than their own take their own.
        for c in self.credits_of(invoice):
            for b in [b for b in invoice.applications if b.alive and b.payment is c]:
                taken = self.moved_by(c, invoice, invoice)
                own = common(minus(c.rates, taken), invoice.open())
                too_much = not empty(minus(self.moved_by(c, invoice, c), taken))
                if empty(own) or (empty(minus(taken, c.rates)) and not too_much and value(own) > 0):
                    continue
                self.loosen(b)
                self.apply(c, invoice, b.amount)
        # Credits of what had been collected settle it now that it is owed.
        for c in self.payments:
            if c.alive and c.about is invoice and c is not by and c.balance > 0 and any(x[0] for x in c.given_back.values()):
                amount = min(c.balance, c.total, invoice.balance)
                if amount > 0:
                    self.apply(c, invoice, amount)
        # What of them paid something else comes back.
        for c in self.credits_of(invoice):
            if c is by:
                continue
            missing = self.kept(c) - c.balance
            for b in reversed(self.elsewhere(c)):
                back = min(missing, b.amount)
                if back <= 0:
                    break
                self.loosen(b)
                self.apply(c, invoice, back)
                if back < b.amount:
                    self.apply(c, b.invoice, b.amount - back)
                self.reopened(b.invoice, c)
                missing -= back

    def cancel(self, payment):
        while True:
            live = [a for a in self.applications if a.alive and a.payment is payment]
            if not live:
                break
            self.undo(live[-1])
        payment.alive = False

    # -- documents

    def pay(self, invoice, amount):
        p = Payment(len(self.payments), "money", amount)
        self.payments.append(p)
        self.apply(p, invoice, amount)
        return p

    def pardoned_rates(self, invoice, amount, kept):
        left, net = invoice.open(), take(self.net(invoice), kept)
        net = common(net, net)
        there = common(left, net)
        whole = empty(minus(left, there))
        if whole and amount == invoice.balance:
            return there
        fits = invoice.balance if whole else value(there)
        r = {k: x if amount >= fits else open_part(k, x, x, amount, fits) for k, x in there.items()}
        if amount > fits:
            r = plus(r, cut(minus(net, there), amount - fits))
        return r

    def pardon(self, invoice, amount, kept={}):
        rates = {k: x for k, x in self.pardoned_rates(invoice, amount, kept).items() if x != (0, 0)}
        p = Payment(len(self.payments), "pardon", amount, invoice, rates=rates)
        self.payments.append(p)
        self.apply(p, invoice, amount)
        return p

    def credit(self, invoice, lines, waits):
        rates = rates_of(lines)
        total = sum(l.total for l in lines)
        if total <= 0:
            raise Refused("fuera_de_rango")
        before = sum(c.total for c in self.credits_of(invoice))
        if before + total > invoice.total:
            raise Refused("excede_pendiente")
        if any(min(x) < 0 for x in take(self.net(invoice, False), rates).values()):
            raise Refused("excede_pendiente")
        for p in [p for p in self.payments if p.alive and p.kind == "pardon" and p.about is invoice]:
            live = [a for a in self.applications if a.alive and a.payment is p]
            if len(live) != 1 or live[0].invoice is not invoice or live[0].amount != p.total:
                continue
            if not any(min(x) < 0 for x in take(self.net(invoice), rates).values()):
                break
            self.loosen(live[0])
            p.alive = False
            again = self.pardon(invoice, p.total, rates)
            self.say_again(p, again)
        c = Payment(len(self.payments), "credit", total, invoice, lines, rates)
        self.payments.append(c)
        if waits:
            return c
        c.given_back = minus(rates, invoice.open())
        amount = min(total, invoice.balance)
        if amount > 0:
            self.apply(c, invoice, amount)
        return c

    def credit_quantity(self, invoice, line, quantity, waits):
        before = [l for c in self.credits_of(invoice) for l in c.lines if getattr(l, "source", None) is line]
        part = share(line, before, quantity, False)
        part.source = line
        return self.credit(invoice, [part], waits)

    def credit_amount(self, invoice, amount, waits):
        groups = []  # lines that bear the same taxes
        for l in invoice.lines:
            keys = [k for k, _, _ in l.taxes]
            for g in groups:
                if g["keys"] == keys:
                    break
            else:
                if l.net == 0:
                    continue
                g = {"keys": keys, "good": l.good, "net": 0, "off": 0, "taxes": [[0, 0] for _ in keys], "past": [[0, 0] for _ in keys]}
                groups.append(g)
            g["net"] += l.net
            for i, (_, base, tax) in enumerate(l.taxes):
                g["taxes"][i][0] += base
                g["taxes"][i][1] += tax
        for c in self.credits_of(invoice):
            for l in c.lines if c.kind == "credit" else [pardon_line(c)]:
                for g in groups:
                    if g["keys"] == [k for k, _, _ in l.taxes]:
                        g["off"] += l.net
                        for i, (_, base, tax) in enumerate(l.taxes):
                            g["past"][i][0] += base
                            g["past"][i][1] += tax
        weights = [max(0, g["net"] - g["off"]) for g in groups]
        parts = [amount] if len(groups) == 1 else shared(amount, weights)
        lines = []
        for g, net in zip(groups, parts):
            if net == 0:
                continue
            taxes, ieps = [], 0
            for i, key in enumerate(g["keys"]):
                base = net + (ieps if key[0] == "iva" or on_vat(key, 160_000) else 0)
                whole_base, whole = g["taxes"][i]
                past_base, past = g["past"][i]
                target = div(whole * (past_base + base), whole_base) - past if whole_base else 0
                own = tax_part(key[1], key[2], whole, whole_base, whole - past, whole_base - past_base, base, target)
                if key[0] == "ieps":
                    ieps += own
                taxes.append((key, base, own))
            lines.append(Line(g["good"], 1, net * 10_000, net, taxes))
        return self.credit(invoice, lines, waits)

    # -- what must hold

    def check(self):
        for invoice in self.invoices:
            settled = invoice.balance == 0
            net = self.net(invoice)
            for key, whole in invoice.rates.items():
                taken = invoice.taken.get(key, (0, 0))
                assert all(0 <= taken[i] <= whole[i] for i in (0, 1)), ("taken", key, taken, whole)
                assert all(x >= 0 for x in net[key]), ("net", key, net[key])
                got = self.collected(invoice).get(key, (0, 0))
                assert all(x >= 0 for x in got), ("collected", key, got)
                if settled:
                    assert taken == whole, ("settled", key, taken, whole)
                    waiting = any(not empty(c.open()) for c in self.credits_of(invoice))
                    loose = any(c.kind == "pardon" and c.balance for c in self.credits_of(invoice))
                    if not (waiting or loose):
                        assert got == net[key], ("life", key, got, net[key])
        for c in self.payments:
            if c.alive and c.about is not None:
                away = sum(a.amount for a in self.elsewhere(c))
                assert not away or c.balance >= self.kept(c), ("owed where it is about", c.number, c.balance, self.kept(c))


def pardon_line(p):
    taxes = sorted((k, b, a) for k, (b, a) in p.rates.items())
    net = p.total - sum(a if k[0] in ("iva", "ieps") else -a for k, _, a in taxes)
    return Line("", 1, 0, net, taxes)


def shared(total, weights):
    """By largest remainder, ties to the earlier one; all weights 0: everything to the last."""
    whole = sum(weights)
    if whole == 0:
        return [0] * (len(weights) - 1) + [total]
    parts = [total * w // whole for w in weights]
    order = sorted(range(len(weights)), key=lambda i: -(total * weights[i] % whole))
    for i in order[:total - sum(parts)]:
        parts[i] += 1
    return parts


# ---- cases

def cents(c):
    sign, c = ("-", -c) if c < 0 else ("", c)
    return f"{sign}{c // 100}.{c % 100:02d}"


def rate_text(key, x):
    return f"{key[0]}/{key[1]}/{key[2]}={cents(x[0])}/{cents(x[1])}"


class Case:
    def __init__(self, number, seed):
        self.chance = random.Random(seed * 1_000_003 + number)
        self.books = Books()
        self.out = [f"caso {number}"]

    def say(self, text):
        self.out.append(text)

    def state(self):
        self.books.check()
        for i in self.books.invoices:
            rates = " ".join(rate_text(k, i.taken.get(k, (0, 0))) for k in sorted(i.rates))
            self.say(f"debe {i.number} {cents(i.balance)} {rates}")
        for p in self.books.payments:
            if p.alive and p.kind == "credit":
                rates = " ".join(rate_text(k, plus(p.moved, p.given_back).get(k, (0, 0))) for k in sorted(p.rates))
                self.say(f"favor {p.number} {cents(p.balance)} {rates}")

    def sell(self):
        lines = []
        for _ in range(self.chance.randint(1, 3)):
            good = self.chance.choice("GGGCCEBHMF")
            quantity = self.chance.choice((1, 2, 3, 7, 10, 12))
            price = self.chance.randint(1, 20_000) * 10_000 if self.chance.random() < 0.7 else self.chance.randint(50_000, 99_999_999)
            net = div(quantity * price, 10_000)
            lines.append(Line(good, quantity, price, net, taxes_of(good, net)))
        invoice = Invoice(len(self.books.invoices), lines)
        if invoice.total <= 0:
            return
        self.books.invoices.append(invoice)
        self.say(f"vende {invoice.number} {cents(invoice.total)} " + " ".join(f"{l.good}:{l.quantity}:{l.price}" for l in lines))

    def amount(self, limit):
        if self.chance.random() < 0.25:
            return limit
        return self.chance.randint(1, limit)

    def step(self):
        books, chance = self.books, self.chance
        what = chance.choice(("pay", "pay", "credit", "credit", "bonus", "use", "pardon", "undo", "undo", "cancel"))
        owing = [i for i in books.invoices if i.balance > 0]
        if what == "pay" and owing:
            i = chance.choice(owing)
            amount = self.amount(i.balance)
            p = books.pay(i, amount)
            self.say(f"cobra {p.number} {i.number} {cents(amount)}")
        elif what == "credit":
            i = chance.choice(books.invoices)
            n = chance.randrange(len(i.lines))
            line = i.lines[n]
            past = sum(l.quantity for c in books.credits_of(i) for l in c.lines if getattr(l, "source", None) is line)
            if past == line.quantity or line.net == 0:
                return
            quantity = self.amount(line.quantity - past)
            waits = chance.random() < 0.25
            self.attempt("acredita", f"{i.number} {n + 1} {quantity}{' espera' if waits else ''}",
                         lambda: books.credit_quantity(i, line, quantity, waits))
        elif what == "bonus":
            i = chance.choice(books.invoices)
            net = sum(l.net for l in i.lines)
            if net == 0:
                return
            amount = self.amount(max(1, net // 2))
            waits = chance.random() < 0.25
            self.attempt("bonifica", f"{i.number} {cents(amount)}{' espera' if waits else ''}",
                         lambda: books.credit_amount(i, amount, waits))
        elif what == "use":
            free = [p for p in books.payments if p.alive and p.kind == "credit" and p.balance > 0]
            if not free or not owing:
                return
            p, i = chance.choice(free), chance.choice(owing)
            amount = self.amount(min(p.balance, i.balance))
            if i is not p.about and amount > p.balance - books.kept(p):
                self.say(f"aplica {p.number} {i.number} {cents(amount)} origen_con_saldo")
            else:
                books.apply(p, i, amount)
                self.say(f"aplica {p.number} {i.number} {cents(amount)}")
        elif what == "pardon" and owing:
            i = chance.choice(owing)
            limit = 10_000 - sum(a.amount for a in i.applications if a.alive and a.payment.kind == "pardon")
            if min(limit, i.balance) < 1:
                return
            amount = self.amount(min(limit, i.balance))
            before = len(books.payments)
            books.pardon(i, amount)
            self.say(f"perdona {before} {i.number} {cents(amount)}")
        elif what == "undo":
            live = [a for a in books.applications if a.alive and a.payment.kind != "pardon"]
            if not live:
                return
            a = chance.choice(live)
            nth = [b for b in books.applications if b.alive and b.payment is a.payment].index(a)
            number = a.payment.number
            before, got = copy.deepcopy(books), books.collected(a.invoice)
            books.undo(a)
            now = books.collected(a.invoice)
            # What it gave back was collected by nobody: it stays where it is.
            if a.payment.about is a.invoice and any(x[i] < min(0, got[k][i]) for k, x in now.items() for i in (0, 1)):
                self.books = before
                self.say(f"desaplica {number} {nth} estado_invalido")
            else:
                self.say(f"desaplica {number} {nth}")
        elif what == "cancel":
            live = [p for p in books.payments if p.alive]
            if not live:
                return
            p = chance.choice(live)
            books.cancel(p)
            self.say(f"cancela {p.number}")
        else:
            return
        self.state()

    def attempt(self, what, text, work):
        again = []
        self.books.say_again = lambda before, after: again.append(f"rehace {before.number} {after.number} {after.about.number}")
        try:
            self.say(f"{what} {work().number} {text}")
            self.out += again
        except Refused as r:
            self.say(f"{what} - {text} {r}")

    def life(self):
        for _ in range(self.chance.randint(1, 2)):
            self.sell()
        if not self.books.invoices:
            return
        self.state()
        for _ in range(self.chance.randint(2, 6)):
            self.step()
        # In the end everything is paid: what was collected is the net.
        for i in self.books.invoices:
            if i.balance > 0:
                p = self.books.pay(i, i.balance)
                self.say(f"cobra {p.number} {i.number} {cents(p.total)}")
        self.state()

    def order(self):
        """An order, sold in parts of which some are cancelled; what is left is sold at the end."""
        chance = self.chance
        good = chance.choice("GGBHMF")
        quantity = chance.randint(2, 24)
        price = chance.randint(1, 2_000_000) * 10_000 if chance.random() < 0.5 else chance.randint(10_000, 999_999_999)
        net = div(quantity * price, 10_000)
        source = Line(good, quantity, price, net, taxes_of(good, net))
        if source.total <= 0:
            return
        self.say(f"pide {cents(source.total)} {good}:{quantity}:{price}")
        parts, clean = {}, True
        for n in range(60):
            left = quantity - sum(p.quantity for p in parts.values())
            if left == 0:
                break
            if parts and n < 40 and chance.random() < 0.3:
                gone = chance.choice(list(parts))
                del parts[gone]
                clean = False
                self.say(f"retira {gone}")
                continue
            q = min(left, chance.choice((1, 1, 2, 3, left)))
            part = share(source, list(parts.values()), q, True)
            if part.total <= 0:
                return
            for key, base, amount in part.taxes:
                low, high = authority(key[2], base)
                assert key[1] != "tasa" or low <= amount <= high, (key, base, amount)
            parts[n] = part
            taxes = " ".join(rate_text(k, (b, a)) for k, b, a in sorted(part.taxes))
            self.say(f"surte {n} {q} {cents(part.net)} {cents(part.total)} {taxes}")
        if clean and sum(p.quantity for p in parts.values()) == quantity:
            assert sum(p.total for p in parts.values()) == source.total, "the parts of an order are the order"


def main():
    cases = int(sys.argv[1])
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    for number in range(cases):
        case = Case(number, seed)
        try:
            if number % 4 == 3:
                case.order()
            else:
                case.life()
        except AssertionError as wrong:
            print("\n".join(case.out), file=sys.stderr)
            raise SystemExit(f"case {number} of seed {seed}: {wrong}")
        print("\n".join(case.out))


if __name__ == "__main__":
    main()
