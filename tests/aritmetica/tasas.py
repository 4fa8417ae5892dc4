#!/usr/bin/env python3
"""Taxes by rate, worked out by another program: what payments, credits, write-offs, and the undoing of them, make of each rate of
a sale or a purchase, in pesos or in dollars; and what the parts of an order take of it.

    tests/aritmetica/tasas.py CASES [SEED]

It prints cases as a script: what to do, and after each step what every document must come to. tests/aritmetica/tasas_test.cpp
does it with the service and compares. The two share nothing but the rules (docs/decisions/0032):

- a line is rounded once per figure, half away from zero; IEPS enters the base of VAT, and of two thirds of it that are withheld;
  other withholdings are of the net
- a part takes what all parts in force come to with itself, less what those before took, within what the authority takes for its base;
  parts of an order that are not the last within what its base gives
- money takes what is open of each rate in proportion; a credit takes what it credits off first, and gives back what was collected
- a credit is for what it is about as long as that owes it; what it paid elsewhere goes back once that is owed again
- what was let go gives way to credits
- when something is undone, credits that have others' taxes are taken off and put back, all of them as they came; payments stay as they are
- who charges whom says the rate and what is withheld; what of a tax is cost, and what is withheld of rent, goes with its parts
- in another currency a tax leaves at what it was posted at, and counts at the rate of the payment; what a credit gives back, at what
  was collected; at the rate of what it is about, a credit takes a tax off at what it is itself posted at

The program itself holds what must hold whatever happens: of no rate is less collected than nothing nor more than credits leave,
over its life a sale collects its net, every part is one that the authority takes, and of nothing that is collected nothing is left in
pesos either; of what nobody pays nothing is collected; a payment that is undone leaves what would be without it; and once all is undone
nothing is left.

Money is whole cents, rates whole millionths; what of a tax is cost is in millionths of a peso, for in dollars it is not rounded.
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


# ---- what is made of rates: {(tax, factor, rate): (base, amount, what of it is cost, what of it is of rent)}

FINE = 10_000  # millionths in a cent
NOTHING = (0, 0, 0, 0)


def value(c):
    total = 0
    for (tax, _, _), x in c.items():
        if tax == "iva":
            total += x[0] + x[1]
        elif tax != "ieps":
            total -= x[1]
    return total


def minus(a, b):
    return {k: tuple(max(0, i - j) for i, j in zip(x, b[k])) if k in b else x for k, x in a.items()}


def common(a, b):
    r = {}
    for k, x in a.items():
        if k in b:
            low = tuple(max(0, min(i, j)) for i, j in zip(x, b[k]))
            if low[:2] != (0, 0):
                r[k] = low
    return r


def plus(a, b):
    r = dict(a)
    for k, x in b.items():
        r[k] = tuple(i + j for i, j in zip(r.get(k, NOTHING), x))
    return r


def take(a, b):
    """a less b, also below zero."""
    return plus(a, {k: tuple(-i for i in x) for k, x in b.items()})


def empty(c):
    return all(x[:2] == (0, 0) for x in c.values())


def open_part(key, left, whole, amount, balance):
    base = min(left[0], div(left[0] * amount, balance))
    tax = tax_part(key[1], key[2], whole[1], whole[0], left[1], left[0], base, min(left[1], div(left[1] * amount, balance)))
    if left[1] <= 0:
        return base, tax, 0, 0
    return base, tax, div(left[2] * tax, left[1] * FINE) * FINE, div(left[3] * tax, left[1])


def cut(c, amount):
    whole = value(c)
    if whole <= amount:
        return c
    if amount <= 0:
        return {}
    return {k: open_part(k, x, x, amount, whole) for k, x in c.items()}


def bounded(part, left):
    """Neither more of a class than the part, nor so little that what it leaves could not hold the rest."""
    def bound(mine, whole, fine):
        low = max(0, part[1] * fine - (left[1] * fine - whole))
        return max(low, min(mine, whole, part[1] * fine))
    return part[0], part[1], bound(part[2], left[2], FINE), bound(part[3], left[3], 1)


# ---- documents

class Good:
    """How a product is taxed: VAT (factor, rate), IEPS, VAT withheld, ISR withheld, and of what is bought which share of the VAT is
    cost, whether the IEPS is (nothing: as the organization has it), and whether it is rent."""

    def __init__(self, vat="tasa", ieps=0, vat_held=0, isr_held=0, cost=None, ieps_cost=None, rent=False):
        self.vat, self.ieps, self.vat_held, self.isr_held = vat, ieps, vat_held, isr_held
        self.cost, self.ieps_cost, self.rent = cost, ieps_cost, rent


GOODS = {
    "G": Good(),
    "C": Good("cero"),
    "E": Good("exento"),
    "B": Good(ieps=80_000),
    "H": Good(vat_held=106_667, isr_held=100_000),
    "M": Good(ieps=80_000, vat_held=106_667, isr_held=100_000),
    "F": Good(ieps=80_000, vat_held=40_000),
    # What is bought.
    "N": Good("noObjeto"),
    "I": Good(ieps=80_000, ieps_cost=True),
    "J": Good(ieps=265_000, ieps_cost=False, cost=300_000),
    "K": Good(cost=500_000),
    "L": Good(cost=MICRO),
    "P": Good(cost=0),
    "R": Good(vat_held=106_667, isr_held=100_000, rent=True),
    "S": Good("exento", isr_held=100_000, rent=True),
    "T": Good(ieps=80_000, ieps_cost=True, vat_held=106_667, isr_held=100_000, cost=333_333, rent=True),
    "U": Good(vat_held=160_000, cost=250_000),
}
BORDER, GENERAL, RESICO = 80_000, 160_000, 12_500


class Deal:
    """Who charges whom: whether the one who pays is a company and withholds, the one who charges a natural person, or one under the
    simplified regime of trust; at the border, abroad; and what the buyer cannot credit."""

    def __init__(self, words="", withholds=True, person=True, resico=False, border=False, abroad=False, cost=0, ieps_cost=False):
        self.words, self.withholds, self.person, self.resico = words, withholds, person, resico
        self.border, self.abroad, self.cost, self.ieps_cost = border, abroad, cost, ieps_cost


def on_vat(key, vat_rate):
    """VAT withheld that is all or two thirds of the VAT is of what that is charged on; another share is of the price."""
    return key[0] == "ivaRetenido" and vat_rate and (key[2] == vat_rate or abs(3 * key[2] - 2 * vat_rate) <= 3)


def vat_rate_of(keys):
    return next((k[2] for k in keys if k[0] == "iva"), 0)


def taxes_of(good, net, deal, buys, paper=0):
    """Of each tax its key, base, amount, and what of it is cost and of rent. `paper`: how the supplier rounded its VAT."""
    g = GOODS[good]
    if deal.abroad:
        return []
    r = []
    ieps = div(net * g.ieps, MICRO)

    def add(tax, factor, rate, base, amount):
        if not base and not amount:
            return
        cost = rent = 0
        if buys and tax == "iva":
            cost = div(amount * (deal.cost if g.cost is None else g.cost), MICRO) * FINE
        if buys and tax == "ieps" and (deal.ieps_cost if g.ieps_cost is None else g.ieps_cost):
            cost = amount * FINE
        if tax == "isrRetenido" and g.rent:
            rent = amount
        r.append(((tax, factor, rate), base, amount, cost, rent))
    if g.ieps:
        add("ieps", "tasa", g.ieps, net, ieps)
    rate = 0
    if g.vat == "tasa":
        rate = BORDER if deal.border else GENERAL
        amount = div((net + ieps) * rate, MICRO)
        add("iva", "tasa", rate, net + ieps, max(0, amount + paper))
    elif g.vat != "noObjeto":
        add("iva", "tasa" if g.vat == "cero" else g.vat, 0, net + ieps, 0)
    thirds = abs(3 * g.vat_held - 2 * GENERAL) <= 3
    if g.vat == "tasa" and g.vat_held and deal.withholds and (deal.person or not thirds):
        held = g.vat_held
        if rate != GENERAL:
            held = div(2 * rate, 3) if thirds else min(held, rate)
        base = net + (ieps if thirds or g.vat_held == GENERAL else 0)
        add("ivaRetenido", "tasa", held, base, div(base * held, MICRO))
    held = RESICO if deal.resico else g.isr_held
    if held and deal.withholds and deal.person:
        add("isrRetenido", "tasa", held, net, div(net * held, MICRO))
    return r


def total_of(net, taxes):
    return net + sum(t[2] if t[0][0] in ("iva", "ieps") else -t[2] for t in taxes)


class Line:
    def __init__(self, good, quantity, price, net, taxes):
        self.good, self.quantity, self.price, self.net, self.taxes = good, quantity, price, net, taxes
        self.total = total_of(net, taxes)
        self.cost = sum(t[3] for t in taxes)


    def bound(self, left):
        """To what is left of each class of a tax; what this takes is left no more."""
        marks, self.taxes, taxes = marks_of(self), [], self.taxes
        self.marks = []
        for (key, is_rent), (_, base, amount, cost, rent) in zip(marks, taxes):
            if amount <= left[key][1]:
                _, _, cost, rent = bounded((base, amount, cost, rent), left[key])
            left[key] = tuple(i - j for i, j in zip(left[key], (base, amount, cost, rent)))
            if rent in (0, amount):
                self.marks.append((key, is_rent if rent == 0 == amount else rent != 0))
                self.taxes.append((key, base, amount, cost, rent))
            else:
                part = div(base * rent, amount)
                self.marks += [(key, False), (key, True)]
                self.taxes += [(key, base - part, amount - rent, cost, 0), (key, part, rent, 0, rent)]
        self.cost = sum(t[3] for t in self.taxes)


def rates_of(lines):
    r = {}
    for l in lines:
        for key, *figures in l.taxes:
            r = plus(r, {key: tuple(figures)})
        if not any(t[0][0] == "iva" for t in l.taxes):
            r = plus(r, {("iva", "noObjeto", 0): (l.net, 0, 0, 0)})
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
    vat_rate = vat_rate_of([t[0] for t in source.taxes])
    taxes, ieps = [], 0
    for key, base, amount, cost, rent in source.taxes:
        past_base = sum(t[1] for p in before for t in p.taxes if t[0] == key)
        past = sum(t[2] for p in before for t in p.taxes if t[0] == key)
        own_base = net + (ieps if key[0] == "iva" or on_vat(key, vat_rate) else 0)
        target = div(amount * upto, source.quantity) - past
        if agreed:
            low, high = exact(key[2], base)
            limits = exact if low <= amount <= high and upto != source.quantity else authority
            own = clamp(target, *limits(key[2], own_base)) if key[1] == "tasa" else 0
        elif upto == source.quantity:
            own = max(0, amount - past)
        else:
            own = tax_part(key[1], key[2], amount, base, amount - past, base - past_base, own_base, target)
        if key[0] == "ieps":
            ieps += own
        if own_base or own:
            def upto_amount(x):
                return div(cost * x, amount * FINE) * FINE if amount else 0
            taxes.append((key, own_base, own, upto_amount(past + own) - upto_amount(past), own if rent else 0))
    return Line(source.good, quantity, source.price, net, taxes)


def local(amount, rate, fine=1):
    """Cents of another currency, in parts of a cent or not, at a rate: cents."""
    return div(amount * rate, MICRO * fine)


class Document:
    """What has rates, and what they were posted at in pesos. `rate`: nothing for one in pesos."""

    def __init__(self, number, lines, rates, total, rate):
        self.number, self.lines, self.rates, self.total, self.rate = number, list(lines), rates, total, rate
        self.balance = total
        self.local = {k: local(x[1] * FINE - x[2], rate or MICRO, FINE) for k, x in rates.items()}
        self.taken_local = dict.fromkeys(rates, 0)

    def to_be_posted(self, rows, amount):
        """What rows leave of what was posted, as `amount` of the balance goes with them."""
        r, opened = {}, self.open()
        for key in self.rates:
            x, left = rows.get(key, NOTHING), opened[key]
            creditable, all_of_it = x[1] * FINE - x[2], left[1] * FINE - left[2]
            posted = self.local[key] - self.taken_local[key]
            if self.balance == amount or x[1] == left[1] or creditable == all_of_it:
                r[key] = posted
            else:
                r[key] = min(posted, div(posted * creditable, all_of_it))
        return r

    def classified(self, rows, settles):
        """With what of each part is cost and of rent: of what is open in proportion, where the part does not say it by itself."""
        r, opened = {}, self.open()
        for key, x in rows.items():
            left = opened[key]
            if left[2] == left[3] == 0:
                x = x[0], x[1], 0, 0
            else:
                if not settles and left[1] > 0:
                    fine = 1 if self.rate else FINE
                    x = x[0], x[1], div(left[2] * x[1], left[1] * fine) * fine, div(left[3] * x[1], left[1])
                x = bounded(x, left)
            r[key] = x
        return r


class Invoice(Document):
    def __init__(self, number, lines, rate=None):
        super().__init__(number, lines, rates_of(lines), sum(l.total for l in lines), rate)
        self.taken = {}
        self.applications = []  # in their order

    def open(self):
        return take(self.rates, self.taken)


class Payment(Document):
    """Money has no rates. A credit or a write-off is about one invoice."""

    def __init__(self, number, kind, total, about=None, lines=(), rates=None, rate=None):
        super().__init__(number, lines, rates or {}, total, rate)
        self.kind, self.about = kind, about
        self.balance_local = local(total, rate or MICRO)
        if kind != "money":
            self.balance_local = sum(local(l.net * FINE + l.cost, rate or MICRO, FINE) for l in lines)
            self.balance_local += sum(x if k[0] in ("iva", "ieps") else -x for k, x in self.local.items())
        self.moved = {}
        self.given_back = {}
        self.given_back_local = {}  # base, effective
        self.alive = True

    def open(self):
        return take(take(self.rates, self.moved), self.given_back)

    def local_part(self, paid):
        if paid == self.balance:
            return self.balance_local
        return min(self.balance_local, div(self.balance_local * paid, self.balance))


class Application:
    """Of each side the rows, and what those are in pesos: posted at, effective, and their base."""

    def __init__(self, payment, invoice, amount, paid, local_paid, of_invoice, of_payment):
        self.payment, self.invoice, self.amount, self.paid, self.local_paid = payment, invoice, amount, paid, local_paid
        self.of_invoice, self.of_payment, self.alive = of_invoice, of_payment, True
        self.invoice_local, self.payment_local = {}, {}


def of_figure(part, whole, local_whole):
    if part == whole or whole == 0:
        return local_whole if part == whole else 0
    return div(local_whole * part, whole)


def returned(back, paid, paid_local, has, has_local, gave, gave_local):
    """In pesos, what a credit takes again that it had given back: at what it gave it back at, as long as more was given back than
    is paid; the rest so that what stays collected is its share of what was paid."""
    after = has + back
    if after < 0 or after > paid:
        return of_figure(back, -has, -has_local) if gave < back else of_figure(back, gave, gave_local)
    return of_figure(after, paid, paid_local) - has_local


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

    def figures_collected(self, invoice):
        """All that may not fall below nothing: of each tax its base, amount and classes; in pesos what is left of nothing."""
        r = []
        got, pesos = self.collected(invoice), self.collected_local(invoice)
        for key in sorted(invoice.rates):
            base, tax, cost, rent = got.get(key, NOTHING)
            r += [base, tax, cost, rent, tax * FINE - cost, tax - rent]
            if invoice.rate:
                x = pesos.get(key, NOTHING)
                r += [-abs(x[n + 2]) if x[n] == 0 else 0 for n in (0, 1)]
        return r

    def collected_local(self, invoice):
        """Of each tax the base and what of it is credited, with both in pesos."""
        r = {}

        def add(sign, key, x, base_local, effective):
            y = r.get(key, (0, 0, 0, 0))
            r[key] = (y[0] + sign * x[0], y[1] + sign * (x[1] * FINE - x[2]), y[2] + sign * base_local, y[3] + sign * effective)
        for a in invoice.applications:
            if a.alive:
                for key, x in a.of_invoice.items():
                    add(1, key, x, a.invoice_local[key][2], a.invoice_local[key][1])
        for c in self.credits_of(invoice):
            for a in self.applications:
                if a.alive and a.payment is c:
                    for key, x in a.of_payment.items():
                        add(-1, key, x, a.payment_local[key][2], a.payment_local[key][1])
            for key, x in c.given_back.items():
                add(-1, key, x, *c.given_back_local[key])
        return r

    def paid_local(self, invoice):
        """The same of what was paid by whatever pays: what a credit takes of what it gives back is paid by nobody."""
        r = {}
        for a in invoice.applications:
            if a.alive:
                for key, x in a.of_invoice.items():
                    y = r.get(key, NOTHING)
                    r[key] = (y[0] + x[0], y[1] + x[1] * FINE - x[2], y[2] + a.invoice_local[key][2], y[3] + a.invoice_local[key][1])
        for c in self.credits_of(invoice):
            for key in set(c.rates) | set(r):
                gave, took = self.given_and_taken(c, key)
                y = list(r.get(key, NOTHING))
                for n in (0, 1):
                    back = took if took[n] <= gave[n] else gave
                    y[n] -= back[n]
                    y[n + 2] -= back[n + 2]
                r[key] = tuple(y)
        return r

    def given_and_taken(self, credit, key):
        """Of one tax what a credit gave, with itself and where it was used, and what it took of what it is about."""
        x = credit.given_back.get(key)
        gave = [0] * 4 if x is None else [x[0], x[1] * FINE - x[2], *credit.given_back_local[key]]
        took = [0] * 4

        def add(to, rows, pesos):
            if key in rows:
                x, p = rows[key], pesos[key]
                for n, i in enumerate((x[0], x[1] * FINE - x[2], p[2], p[1])):
                    to[n] += i
        for a in self.applications:
            if a.alive and a.payment is credit:
                add(gave, a.of_payment, a.payment_local)
                if a.invoice is credit.about:
                    add(took, a.of_invoice, a.invoice_local)
        return gave, took

    def outstanding(self, credit):
        """What a credit gave back of each tax and has not returned to what it is about, with both in pesos, as above."""
        r = {k: (x[0], x[1] * FINE - x[2]) + tuple(credit.given_back_local[k]) for k, x in credit.given_back.items()}

        def add(sign, key, x, rows):
            y = r.get(key, NOTHING)
            r[key] = (y[0] + sign * x[0], y[1] + sign * (x[1] * FINE - x[2]), y[2] + sign * rows[2], y[3] + sign * rows[1])
        for a in self.applications:
            if a.alive and a.payment is credit:
                for key, x in a.of_payment.items():
                    add(1, key, x, a.payment_local[key])
                for key, x in (a.of_invoice if a.invoice is credit.about else {}).items():
                    add(-1, key, x, a.invoice_local[key])
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
            return left, True
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
            r[key] = base, tax_part(key[1], key[2], whole[1], whole[0], x[1], x[0], base, part(1)), 0, 0
        return r, False

    def by_use(self, payment, amount):
        """The rows, and whether they say themselves what is cost."""
        left = payment.open()
        if payment.balance == amount:
            return left, True
        if self.kept(payment):
            return cut(common(minus(left, payment.about.open()), left), amount), True
        upto = payment.total - payment.balance + amount
        r = {}
        for key, whole in payment.rates.items():
            x, moved = left[key], payment.moved.get(key, NOTHING)
            base, target = (clamp(div(whole[i] * upto, payment.total) - moved[i], 0, x[i]) for i in (0, 1))
            r[key] = base, tax_part(key[1], key[2], whole[1], whole[0], x[1], x[0], base, target), 0, 0
        return r, False

    def by_its_own(self, payment, invoice, amount):
        left, own = invoice.open(), payment.open()
        most = common(minus(payment.rates, self.moved_by(payment, invoice, invoice)), left)
        used_up = payment.balance == amount
        # What must be taken lest less than nothing is collected; and all of what is used up, whatever rounding made of its parts.
        got = self.collected(invoice)
        least = {k: own[k] if used_up else NOTHING for k in payment.rates}
        least = plus(least, {k: lacking(got.get(k, NOTHING), most.get(k, NOTHING)) for k in payment.rates})
        taken = common(most, least)
        if used_up and not self.elsewhere(payment):
            taken = most  # all of it is taken off what it is about
        if not used_up and value(taken) > amount + 2 * len(taken):  # by more than roundings: the rest goes with what comes of it later
            taken = cut(taken, amount)
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
        if used_up and empty(minus(minus(payment.rates, self.moved_by(payment, invoice, invoice)), taken)):
            rest = 0 if rest <= 2 * len(payment.rates) else rest  # roundings of its own
        if rest > 0:
            still = minus(left, taken)
            for key in invoice.rates:
                taken = plus(taken, {key: open_part(key, still[key], invoice.rates[key], rest, invoice.balance - amount + rest)})
        return taken, given

    def apply(self, payment, invoice, amount, paid=None):
        paid = amount if paid is None else paid
        assert 0 < amount <= invoice.balance and 0 < paid <= payment.balance
        own = payment.about is invoice
        of_payment, of_itself = {}, True
        if own:
            of_invoice, of_payment = self.by_its_own(payment, invoice, amount)
            settles = True
        else:
            of_invoice, settles = self.by_money(invoice, amount)
            if payment.rates:
                of_payment, of_itself = self.by_use(payment, amount)
        of_invoice = invoice.classified(of_invoice, settles)
        of_payment = payment.classified(of_payment, of_itself)
        for rows, whole in ((of_invoice, invoice.rates), (of_payment, payment.rates)):
            for key, (base, tax, _, _) in rows.items():
                if key[1] == "tasa":
                    # A credit leaves what it leaves: at most a cent or two off, and what the whole is off itself.
                    off = [max(0, low - x, x - high) for x, (low, high) in
                           ((tax, authority(key[2], base)), (whole[key][1], authority(key[2], whole[key][0])))]
                    assert off[0] <= off[1] + 2, ("limits", key, base, tax)
        a = Application(payment, invoice, amount, paid, payment.local_part(paid), of_invoice, of_payment)
        a.left = invoice.balance - amount
        invoice_posted = invoice.to_be_posted(of_invoice, amount)
        payment_posted = payment.to_be_posted(of_payment, paid)
        if own and invoice.rate and payment.rate == invoice.rate and amount != invoice.balance:
            # At one rate a tax leaves both at the same.
            opened = invoice.open()
            for key, x in of_invoice.items():
                if of_payment.get(key, NOTHING)[1:3] == x[1:3] and key in payment_posted and x[1] != opened[key][1]:
                    invoice_posted[key] = min(invoice.local[key] - invoice.taken_local[key], payment_posted[key])
        self.valued(a, invoice_posted, payment_posted)
        self.applications.append(a)
        invoice.applications.append(a)
        self.move(a, -1)
        return a

    def valued(self, a, of_invoice, of_payment):
        """In pesos: what is paid counts at the rate of the payment, what is used at what it was posted at."""
        for key, x in a.of_invoice.items():
            posted, creditable = of_invoice[key], x[1] * FINE - x[2]
            if a.invoice.rate == a.payment.rate and not a.payment.rates:
                effective, base = posted, div(x[0] * a.local_paid, a.amount) if a.invoice.rate else x[0]
            elif a.invoice.rate:
                effective, base = div(creditable * a.local_paid, a.amount * FINE), div(x[0] * a.local_paid, a.amount)
            else:
                effective, base = posted, x[0]
            a.invoice_local[key] = [posted, effective, base]
        for key, x in a.of_payment.items():
            base = div(x[0] * a.local_paid, a.paid) if a.payment.rate else x[0]
            a.payment_local[key] = [of_payment[key], of_payment[key], base]
        if not a.payment.rate or a.payment.about is None:
            return
        own = a.payment.about is a.invoice
        collected, out = self.collected_local(a.payment.about), self.outstanding(a.payment)
        paid = self.paid_local(a.payment.about)
        keys = list(a.of_payment) + ([k for k in a.of_invoice if k not in a.of_payment] if own else [])
        for key in keys:
            gives = a.of_payment.get(key, NOTHING)
            takes = a.of_invoice.get(key, NOTHING) if own else NOTHING
            there, gave = collected.get(key, NOTHING), out.get(key, NOTHING)
            whole = paid.get(key, NOTHING)
            for g, t, n, i in ((gives[0], takes[0], 0, 2), (gives[1] * FINE - gives[2], takes[1] * FINE - takes[2], 1, 1)):
                has, has_local = there[n], there[n + 2]
                taken_local = a.invoice_local[key][i] if own and key in a.invoice_local else 0
                same = min(g, t)
                same_local = of_figure(same, g, a.payment_local[key][i]) if g else 0
                more = t - same
                back = min(more, max(0, -has, gave[n]))
                as_money = of_figure(more - back, t, taken_local)
                if own and key in a.invoice_local:
                    a.invoice_local[key][i] = same_local + as_money + (
                        returned(back, whole[n], whole[n + 2], has, has_local, gave[n], gave[n + 2]) if back else 0)
                if g > same and has > 0:
                    a.payment_local[key][i] = same_local + of_figure(g - same, has, has_local)

    def move(self, a, sign):
        a.invoice.balance += sign * a.amount
        a.payment.balance += sign * a.paid
        a.payment.balance_local += sign * a.local_paid
        add = plus if sign < 0 else take
        a.invoice.taken = add(a.invoice.taken, a.of_invoice)
        a.payment.moved = add(a.payment.moved, a.of_payment)
        for whose, rows in ((a.invoice, a.invoice_local), (a.payment, a.payment_local)):
            for key, x in rows.items():
                whose.taken_local[key] -= sign * x[0]

    def loosen(self, a):
        a.alive = False
        self.move(a, 1)

    def undo(self, a):
        self.loosen(a)
        self.reopened(a.invoice, a.payment)
        c = a.payment
        if c.about is not None and c.about is not a.invoice and c.balance > 0 and any(x[0] for x in c.given_back.values()):
            amount = min(c.balance, c.total, c.about.balance)
            if amount > 0:
                self.apply(c, c.about, amount)

    def reopened(self, invoice, by):
        self.again(invoice, by)
        # Credits of what had been collected settle it now that it is owed.
        before = len(self.applications)
        for c in self.payments:
            if c.alive and c.about is invoice and c is not by and c.balance > 0 and (
                    any(x[0] for x in c.given_back.values()) or self.closed_by(c)):
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
        if len(self.applications) > before:
            self.again(invoice, by)
        self.count_collected(invoice)

    def count_collected(self, invoice):
        """Where what is collected is not its share of what was paid, by more than roundings, because something else changed, what a
        credit took of it again is taken once more."""
        if not invoice.rate:
            return
        off = self.out_of_share(invoice)
        # First those that took more than they gave in all; then what took more by itself, when others gave as much more.
        for alone in (False, True):
            for b in reversed([b for b in invoice.applications if b.alive]):
                if not off:
                    return
                c = b.payment
                if c.about is not invoice or not c.rates:
                    continue
                took, gave = (b.of_invoice, b.of_payment) if alone else (self.moved_by(c, invoice, w) for w in (invoice, c))
                if any(k in off and x[:2] != (0, 0) for k, x in minus(took, gave).items()):
                    self.loosen(b)
                    self.apply(c, invoice, b.amount)
                    off = self.out_of_share(invoice)

    def out_of_share(self, invoice):
        roundings, has, r = len(self.credits_of(invoice)), self.collected_local(invoice), set()
        for key, p in self.paid_local(invoice).items():
            h = has.get(key, NOTHING)
            for n in (0, 1):
                if h[n] < 0 or h[n] > p[n]:
                    continue
                more = h[n + 2] - of_figure(h[n], p[n], p[n + 2])
                if more if h[n] == 0 else abs(more) > roundings:
                    r.add(key)
        return r

    def closed_by(self, credit):
        """Whether a credit was for more than was owed of what it is about."""
        return any(a.alive and a.payment is credit and a.left == 0 for a in credit.about.applications)

    def again(self, invoice, by):
        """Credits that took other rates than their own take their own, all of them as they came."""
        credits = [c for c in self.credits_of(invoice) if c.rates]
        taken = {c: self.moved_by(c, invoice, invoice) for c in credits}
        room = invoice.open()
        for c in credits:
            room = plus(room, minus(taken[c], c.rates))
        if not any(taken[c] and self.astray(invoice, c, taken[c], room) for c in credits):
            return
        live = [b for b in invoice.applications if b.alive and b.payment in credits]
        spare, amounts, free = invoice.balance, [], {c: c.balance for c in credits}
        for b in live:
            more = min(spare, free[b.payment]) if b.left == 0 and b.payment is not by else 0
            spare -= more
            free[b.payment] -= more
            amounts.append(b.amount + more)
        for b in reversed(live):
            self.loosen(b)
        for b, amount in zip(live, amounts):
            self.apply(b.payment, invoice, amount)

    def astray(self, invoice, c, taken, room):
        lacks = minus(c.rates, taken)
        own = common(lacks, room)
        others = not empty(minus(taken, c.rates))
        too_much = not empty(minus(self.moved_by(c, invoice, c), taken))
        if mixed_up(taken, c.rates, invoice.open()):
            return True
        if others and empty(lacks):
            return True
        spent = c.balance == 0 and not self.elsewhere(c)
        return not empty(own) and (others or too_much or spent or value(own) <= 0)

    def cancel(self, payment):
        while True:
            live = [a for a in self.applications if a.alive and a.payment is payment]
            if not live:
                break
            self.undo(live[-1])
        payment.alive = False
        if payment.about is not None:
            self.count_collected(payment.about)
            self.let_go_again(payment.about)

    def let_go_again(self, invoice):
        """What was let go of less than it came to, because a credit waited for the rest, is let go of that now, unless that credit
        gave some of it back and nothing that is left counts as collected."""
        for p in self.pardons_of(invoice):
            net, got = self.net(invoice), self.collected(invoice)
            room = common(net, net)
            rest = minus(self.moved_by(p, invoice, invoice), p.rates)
            if (p.total - value(p.rates) > 2 * len(net) and not empty(room)
                    and (empty(minus(rest, got)) or not empty(common(room, got)))):
                self.pardon_again(p, {})

    def pardons_of(self, invoice):
        """In force, and applied as a whole; as they were applied."""
        return [a.payment for a in invoice.applications
                if a.alive and a.payment.kind == "pardon" and a.payment.about is invoice and a.amount == a.payment.total]

    def pardon_again(self, p, kept):
        self.loosen(next(a for a in self.applications if a.alive and a.payment is p))
        p.alive = False
        self.say_again(p, self.pardon(p.about, p.total, p.rate, kept))

    # -- documents

    def pay(self, invoice, amount, paid=None, rate=None):
        p = Payment(len(self.payments), "money", paid or amount, rate=rate)
        self.payments.append(p)
        self.apply(p, invoice, amount, paid)
        return p

    def pardoned_rates(self, invoice, amount, kept):
        left, net = invoice.open(), take(self.net(invoice), kept)
        net = common(net, net)
        there = common(left, net)
        whole = empty(minus(left, there))
        fits = value(there)
        if whole and amount == invoice.balance and abs(amount - fits) <= 2 * len(there):
            return self.let_go(there, amount, net)
        r = {k: x if amount >= fits else open_part(k, x, x, amount, fits) for k, x in there.items()}
        if amount > fits:
            r = plus(r, cut(minus(net, there), amount - fits))
        return self.let_go(r, amount, net)

    def let_go(self, rates, amount, net):
        """IEPS is in what VAT is charged on: no more of it is let go than that holds."""
        r, before_tax = {}, total_of(amount, [(k, 0, -x[1]) for k, x in rates.items()])
        for key, x in sorted(rates.items()):
            if before_tax < 0 and key[0] == "ieps" and x[1] > 0:
                fits = max(0, x[1] + before_tax)
                before_tax += x[1] - fits
                x = (div(x[0] * fits, x[1]), fits, x[2], x[3])
            r[key] = bounded(x, net[key])
        return r

    def pardon(self, invoice, amount, rate=None, kept={}):
        rates = {k: x for k, x in self.pardoned_rates(invoice, amount, kept).items() if x[:2] != (0, 0)}
        rates = {k: (x[0], x[1], min(x[2], x[1] * FINE), min(x[3], x[1])) for k, x in rates.items()}
        p = Payment(len(self.payments), "pardon", amount, invoice, [pardon_line(amount, rates)], rates, rate)
        self.payments.append(p)
        self.apply(p, invoice, amount)
        return p

    def credit(self, invoice, lines, waits, rate):
        rates = rates_of(lines)
        total = sum(l.total for l in lines)
        if total <= 0:
            raise Refused("fuera_de_rango")
        # What is cost, and what is of rent, no more than credits left of it.
        left = self.net(invoice, False)
        for l in lines:
            l.bound(left)
        rates = rates_of(lines)
        before = sum(c.total for c in self.credits_of(invoice))
        if before + total > invoice.total:
            raise Refused("excede_pendiente")
        if any(min(x[:2]) < 0 for x in take(self.net(invoice, False), rates).values()):
            raise Refused("excede_pendiente")
        for p in self.pardons_of(invoice):
            if all(sound(x) for x in take(self.net(invoice), rates).values()):
                break
            self.pardon_again(p, rates)
        c = Payment(len(self.payments), "credit", total, invoice, lines, rates, rate)
        self.payments.append(c)
        if waits:
            return c
        collected = self.collected_local(invoice)
        c.given_back = {k: bounded(x, rates[k]) for k, x in minus(rates, invoice.open()).items()}
        for key, x in c.given_back.items():
            creditable, there = x[1] * FINE - x[2], collected.get(key, (0, 0, 0, 0))
            whole = rates[key][1] * FINE - rates[key][2]
            posted = 0 if not creditable else c.local[key] if x[1] == rates[key][1] else div(c.local[key] * creditable, whole)
            c.taken_local[key] = posted
            if not rate:
                c.given_back_local[key] = x[0], posted
            else:
                c.given_back_local[key] = tuple(
                    local(gives, rate, fine) if has <= 0 else of_figure(gives, has, has_local)
                    for gives, has, has_local, fine in ((x[0], there[0], there[2], 1), (creditable, there[1], there[3], FINE)))
        amount = min(total, invoice.balance)
        if amount > 0:
            self.apply(c, invoice, amount)
        return c

    def credit_quantity(self, invoice, line, quantity, waits, rate):
        before = [l for c in self.credits_of(invoice) for l in c.lines if getattr(l, "source", None) is line]
        part = share(line, before, quantity, False)
        part.source = line
        return self.credit(invoice, [part], waits, rate)

    def credit_amount(self, invoice, amount, waits, rate):
        groups = []  # lines that bear the same taxes
        for l in invoice.lines:
            keys = marks_of(l)
            for g in groups:
                if g["keys"] == keys:
                    break
            else:
                if l.net == 0:
                    continue
                g = {"keys": keys, "good": l.good, "net": 0, "off": 0, "taxes": [[0, 0, 0] for _ in keys], "past": [[0, 0, 0] for _ in keys]}
                groups.append(g)
            g["net"] += l.net
            for i, t in enumerate(l.taxes):
                for n in (0, 1, 2):
                    g["taxes"][i][n] += t[n + 1]
        for c in self.credits_of(invoice):
            for l in c.lines:
                for g in groups:
                    if g["keys"] == marks_of(l):
                        g["off"] += l.net
                        for i, t in enumerate(l.taxes):
                            for n in (0, 1, 2):
                                g["past"][i][n] += t[n + 1]
        weights = [max(0, g["net"] - g["off"]) for g in groups]
        parts = [amount] if len(groups) == 1 else shared(amount, weights)
        lines = []
        for g, net in zip(groups, parts):
            if net == 0:
                continue
            taxes, ieps = [], 0
            vat_rate = vat_rate_of([k for k, _ in g["keys"]])
            for i, (key, rent) in enumerate(g["keys"]):
                base = net + (ieps if key[0] == "iva" or on_vat(key, vat_rate) else 0)
                whole_base, whole, cost = g["taxes"][i]
                past_base, past, past_cost = g["past"][i]
                target = div(whole * (past_base + base), whole_base) - past if whole_base else 0
                own = tax_part(key[1], key[2], whole, whole_base, whole - past, whole_base - past_base, base, target)
                if key[0] == "ieps":
                    ieps += own
                own_cost = 0
                if whole > past:
                    own_cost = min(own * FINE, div(max(0, cost - past_cost) * own, (whole - past) * FINE) * FINE)
                taxes.append((key, base, own, own_cost, own if rent else 0))
            lines.append(Line(g["good"], 1, net * 10_000, net, taxes))
        return self.credit(invoice, lines, waits, rate)

    # -- what must hold

    def check(self):
        for invoice in self.invoices:
            settled = invoice.balance == 0
            net = self.net(invoice)
            for key, whole in invoice.rates.items():
                taken = invoice.taken.get(key, NOTHING)
                assert all(0 <= i <= j for i, j in zip(taken, whole)), ("taken", key, taken, whole)
                assert sound(net[key]), ("net", key, net[key])
                got = self.collected(invoice).get(key, NOTHING)
                # Its classes are what credits left of them once everything is settled: see below.
                assert min(got[:2]) >= 0, ("collected", key, got)
                if invoice.rate:
                    base, creditable, base_local, effective = self.collected_local(invoice).get(key, NOTHING)
                    for figure, pesos in ((base, base_local), (creditable, effective)):
                        assert figure < 0 or pesos >= 0 and (figure or not pesos), ("collected in pesos", key, figure, pesos)
                if settled:
                    assert taken == whole, ("settled", key, taken, whole)
                    assert invoice.taken_local[key] == invoice.local[key], ("settled in pesos", key)
                    waiting = any(not empty(c.open()) for c in self.credits_of(invoice))
                    loose = any(c.kind == "pardon" and c.balance for c in self.credits_of(invoice))
                    if not (waiting or loose):
                        assert got == net[key], ("life", key, got, net[key])
            # A credit that waits is taken off already; what it is about may be paid as if it were not.
            credits = self.credits_of(invoice)
            if any(not empty(c.open()) for c in credits):
                continue
            got = self.collected(invoice)
            for key in invoice.rates:
                x = got.get(key, NOTHING)
                assert sound(x) and all(i <= j for i, j in zip(x[:2], net[key])), ("collected of net", key, x, net[key])
            if all(a.payment in credits for a in invoice.applications if a.alive):
                assert not any(map(any, got.values())), ("nobody paid", got)
                assert not any(map(any, self.collected_local(invoice).values())), ("nobody paid in pesos", got)
                owed = invoice.total - sum(c.total for c in credits)
                # Whoever takes a credit off again lets it wait, and owes that much.
                least, unused = max(0, owed), sum(c.balance for c in credits)
                assert least <= invoice.balance <= least + unused, ("nobody paid, and it is owed", invoice.balance, owed)
        for c in self.payments:
            if c.alive and c.about is not None:
                away = sum(a.amount for a in self.elsewhere(c))
                assert not away or c.balance >= self.kept(c), ("owed where it is about", c.number, c.balance, self.kept(c))


def sound(x):
    """No figure below zero, nor any class of a tax."""
    return min(x) >= 0 and x[2] <= x[1] * FINE and x[3] <= x[1]


def lacking(x, most):
    """What is collected less than nothing, of the tax and of each class of it; with its base."""
    base, tax, cost, rent = (max(0, -i) for i in x)
    not_cost, not_rent = (-(-max(0, i) // FINE) for i in (x[2] - x[1] * FINE, (x[3] - x[1]) * FINE))
    by_class = max(-(-cost // FINE) + not_cost, rent + not_rent)
    if by_class > tax and most[1]:
        base, tax = max(base, div(most[0] * min(by_class, most[1]), most[1])), by_class
    return base, tax, cost, rent


def mixed_up(taken, own, opened):
    """Whether it took some class of a tax beyond its own, while the other one is open."""
    for key, x in taken.items():
        mine, left = own.get(key, NOTHING), opened[key]
        for i, fine in ((2, FINE), (3, 1)):
            if x[i] > mine[i] and left[1] * fine > left[i]:
                return True
            if x[1] * fine - x[i] > mine[1] * fine - mine[i] and left[i] > 0:
                return True
    return False


def pardon_line(total, rates):
    taxes, marks = [], []
    for key, (base, amount, cost, rent) in sorted(rates.items()):
        part = div(base * rent, amount) if rent else 0
        for b, a, is_rent in ((base - part, amount - rent, False), (part, rent, True)):
            if b or a:
                taxes.append((key, b, a, min(cost, a * FINE), a if is_rent else 0))
                marks.append((key, is_rent))
    net = total - total_of(0, taxes)
    line = Line("", 1, 0, net, taxes)
    line.marks = marks
    return line


def marks_of(line):
    """The taxes that a line bears, and which are of rent."""
    if hasattr(line, "marks"):
        return line.marks
    return [(t[0], t[0][0] == "isrRetenido" and GOODS[line.good].rent) for t in line.taxes]


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


def micros(m):
    sign, m = ("-", -m) if m < 0 else ("", m)
    return f"{sign}{m // MICRO}.{m % MICRO:06d}"


def key_text(key):
    return f"{key[0]}/{key[1]}/{key[2]}"


COMPANY, PERSON, ABROAD = "EKU9003173C9", "XOJI740919U48", "XEXX010101000"


class Case:
    def __init__(self, number, seed, buys=False, dollars=False):
        self.chance = random.Random(seed * 1_000_003 + number)
        self.books, self.buys, self.dollars = Books(), buys, dollars
        self.out = []
        self.deal = self.meet(number)

    def meet(self, number):
        """Who sells to whom. Of a sale we are a natural person; a purchase bears what the supplier's paper says, wherever we are."""
        chance = self.chance
        branch_at_border = chance.random() < 0.25
        us, regime, supplier_at_border, cost, ieps_cost = PERSON, "-", False, 0, False
        if self.buys:
            us = chance.choice((COMPANY, COMPANY, COMPANY, "-"))
            them = chance.choice((PERSON, PERSON, PERSON, PERSON, COMPANY, COMPANY, "-", ABROAD))
            if them == PERSON and chance.random() < 0.4:
                regime = "626"
            supplier_at_border = chance.random() < 0.2
            cost = chance.choice((0, 0, 300_000))
            ieps_cost = chance.random() < 0.3
            deal = Deal(withholds=us == COMPANY, person=them != COMPANY, resico=regime == "626", border=supplier_at_border,
                        abroad=them == ABROAD, cost=cost, ieps_cost=ieps_cost)
        else:
            them = chance.choice((COMPANY, COMPANY, COMPANY, COMPANY, PERSON, ABROAD))
            deal = Deal(withholds=them == COMPANY, border=branch_at_border)
            deal.exports = them == ABROAD
        self.say(f"caso {number} {'compra' if self.buys else 'venta'} {'USD' if self.dollars else 'MXN'} {us} {them} {regime} "
                 f"{int(supplier_at_border)} {int(branch_at_border)} {cost} {int(ieps_cost)}")
        return deal

    def rate(self):
        """Of a document in dollars."""
        return self.chance.randint(170_000, 210_000) * 100 if self.dollars else None

    def rate_of(self, invoice):
        """Of what takes something off it: often its own."""
        return invoice.rate if self.dollars and self.chance.random() < 0.3 else self.rate()

    def rate_text(self, rate):
        return micros(rate) if rate else "-"

    def say(self, text):
        self.out.append(text)

    def figures(self, document, taken, effective):
        return " ".join(f"{key_text(k)}={cents(x[0])}/{cents(x[1])}/{micros(x[2])}/{cents(x[3])}/"
                        f"{cents(document.taken_local[k])}/{cents(effective.get(k, 0))}"
                        for k, x in ((k, taken.get(k, NOTHING)) for k in sorted(document.rates)))

    def state(self):
        books = self.books
        books.check()
        for i in books.invoices:
            effective = {}
            for a in i.applications:
                if a.alive:
                    for k, x in a.invoice_local.items():
                        effective[k] = effective.get(k, 0) + x[1]
            self.say(f"debe {i.number} {cents(i.balance)} {self.figures(i, i.taken, effective)}")
        for p in books.payments:
            if p.alive and p.kind == "credit":
                effective = {k: x[1] for k, x in p.given_back_local.items()}
                for a in books.applications:
                    if a.alive and a.payment is p:
                        for k, x in a.payment_local.items():
                            effective[k] = effective.get(k, 0) + x[1]
                self.say(f"favor {p.number} {cents(p.balance)} {self.figures(p, plus(p.moved, p.given_back), effective)}")

    def taxes_of(self, good, net, paper=0):
        if getattr(self.deal, "exports", False):
            return [(("iva", "tasa", 0), net, 0, 0, 0)] if net else []
        return taxes_of(good, net, self.deal, self.buys, paper)

    def sell(self):
        """Or buy; then the paper may have rounded its VAT in its own way."""
        lines, words = [], []
        for _ in range(self.chance.randint(1, 3)):
            good = self.chance.choice("GGCEBHIJKKLPRRSTUFNM" if self.buys else "GGGCCEBHMF")
            quantity = self.chance.choice((1, 2, 3, 7, 10, 12))
            price = self.chance.randint(1, 20_000) * 10_000 if self.chance.random() < 0.7 else self.chance.randint(50_000, 99_999_999)
            net = div(quantity * price, 10_000)
            paper = 0
            if self.buys and GOODS[good].vat == "tasa" and not self.deal.abroad and net > 100 and self.chance.random() < 0.2:
                paper = self.chance.choice((-1, 1))
            taxes = self.taxes_of(good, net, paper)
            lines.append(Line(good, quantity, price, net, taxes))
            words.append(f"{good}:{quantity}:{price}")
            if paper:  # the taxes of the line, as they stand there
                words[-1] += "".join(f":{key_text(t[0])}/{cents(t[2])}" for t in taxes)
        rate = self.rate()
        invoice = Invoice(len(self.books.invoices), lines, rate)
        if invoice.total <= 0:
            return
        self.books.invoices.append(invoice)
        self.say(f"vende {invoice.number} {self.rate_text(rate)} {cents(invoice.total)} " + " ".join(words))

    def amount(self, limit):
        if self.chance.random() < 0.25:
            return limit
        return self.chance.randint(1, limit)

    def pay(self, invoice, amount):
        """In the currency of the document or, sometimes, dollars with pesos."""
        if self.dollars and self.chance.random() < 0.25:
            paid = max(1, local(amount, self.rate()))
            p = self.books.pay(invoice, amount, paid)
            self.say(f"cobra {p.number} {invoice.number} {cents(amount)} - {cents(paid)}")
        else:
            rate = self.rate()
            p = self.books.pay(invoice, amount, rate=rate)
            self.say(f"cobra {p.number} {invoice.number} {cents(amount)} {self.rate_text(rate)}")

    def credit_line(self):
        """What to credit of which line of a document: nothing where there is none left."""
        i = self.chance.choice(self.books.invoices)
        n = self.chance.randrange(len(i.lines))
        line = i.lines[n]
        past = sum(l.quantity for c in self.books.credits_of(i) for l in c.lines if getattr(l, "source", None) is line)
        if past == line.quantity or line.net == 0:
            return None
        return i, n, self.amount(line.quantity - past), self.rate_of(i)

    def credit(self, i, n, quantity, rate, waits=False):
        line = i.lines[n]
        self.attempt("acredita", f"{i.number} {self.rate_text(rate)} {n + 1} {quantity}{' espera' if waits else ''}",
                     lambda: self.books.credit_quantity(i, line, quantity, waits, rate))

    def bounce(self, invoice):
        """A payment, credits after it, and the payment undone: as if it had never been."""
        without = copy.deepcopy(self)
        without.out = []
        self.pay(invoice, self.amount(invoice.balance))
        paid = self.books.payments[-1]
        self.state()
        for _ in range(self.chance.choice((1, 1, 2))):
            wanted = self.credit_line()
            if wanted is None:
                continue
            i, n, quantity, rate = wanted
            self.credit(*wanted)
            self.state()
            without.credit(without.books.invoices[i.number], n, quantity, rate)
            without.books.check()
        self.annul(paid)
        for mine, other in zip(self.books.invoices, without.books.invoices):
            assert mine.balance == other.balance, ("bounced", mine.number, mine.balance, other.balance)
            # A credit that was used and came back in steps takes each step's share of a base: a cent for each step. And what a
            # credit takes beyond its own is rounded after what was open then: a cent.
            steps = len([a for a in mine.applications if a.alive]) - len([a for a in other.applications if a.alive])
            for got, never in ((mine.taken, other.taken), (self.books.collected(mine), without.books.collected(other))):
                for k in mine.rates:
                    x, y = got.get(k, NOTHING), never.get(k, NOTHING)
                    assert abs(x[1] - y[1]) <= 1 and x[2:] == y[2:] and abs(x[0] - y[0]) <= max(1, steps), ("bounced", mine.number, got, never)

    def step(self):
        books, chance = self.books, self.chance
        what = chance.choice(("bounce", "pay", "pay", "credit", "credit", "bonus", "use", "pardon", "undo", "undo", "cancel"))
        owing = [i for i in books.invoices if i.balance > 0]
        if what == "pay" and owing:
            i = chance.choice(owing)
            self.pay(i, self.amount(i.balance))
        elif what == "bounce" and owing and not any(
                p.alive and (p.kind == "pardon" or p.about and books.kept(p) and p.balance) for p in books.payments):
            # What is let go depends on what was open then; what waits comes back when something is undone.
            return self.bounce(chance.choice(owing))
        elif what == "credit":
            wanted = self.credit_line()
            if wanted is None:
                return
            self.credit(*wanted, waits=chance.random() < 0.25)
        elif what == "bonus":
            i = chance.choice(books.invoices)
            net = sum(l.net for l in i.lines)
            if net == 0:
                return
            amount = self.amount(max(1, net // 2))
            waits, rate = chance.random() < 0.25, self.rate_of(i)
            self.attempt("bonifica", f"{i.number} {self.rate_text(rate)} {cents(amount)}{' espera' if waits else ''}",
                         lambda: books.credit_amount(i, amount, waits, rate))
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
            amount, rate = self.amount(min(limit, i.balance)), self.rate_of(i)
            before = len(books.payments)
            books.pardon(i, amount, rate)
            self.say(f"perdona {before} {i.number} {self.rate_text(rate)} {cents(amount)}")
        elif what == "undo":
            live = [a for a in books.applications if a.alive and a.payment.kind != "pardon"]
            if not live:
                return
            a = chance.choice(live)
            nth = [b for b in books.applications if b.alive and b.payment is a.payment].index(a)
            number = a.payment.number
            before, got = copy.deepcopy(books), books.figures_collected(a.invoice)
            books.undo(a)
            now = books.figures_collected(a.invoice)
            # What it gave back was collected by nobody: it stays where it is.
            if a.payment.about is a.invoice and any(x < min(0, y) for x, y in zip(now, got)):
                self.books = before
                self.say(f"desaplica {number} {nth} estado_invalido")
            else:
                self.say(f"desaplica {number} {nth}")
        elif what == "cancel":
            live = [p for p in books.payments if p.alive]
            if not live:
                return
            return self.annul(chance.choice(live))
        else:
            return
        self.state()

    def attempt(self, what, text, work):
        again = []
        self.books.say_again = lambda before, after: again.append(f"rehace {before.number} {after.number} {after.about.number}")
        try:
            self.say(f"{what} {work().number} {text}".rstrip())
            self.out += again
        except Refused as r:
            self.say(f"{what} - {text} {r}")

    def life(self):
        for _ in range(self.chance.randint(1, 2)):
            self.sell()
        if not self.books.invoices:
            return
        self.state()
        for _ in range(self.chance.choice((2, 3, 4, 5, 6, 6, 8, 10))):
            self.step()
        if self.chance.random() < 0.5:
            self.unwind()
            return
        # In the end everything is paid: what was collected is the net.
        for i in self.books.invoices:
            if i.balance > 0:
                self.pay(i, i.balance)
        self.state()

    def unwind(self):
        """All payments go, and with them all that was collected; then what was taken off."""
        for of_others in (True, False):
            for _ in range(1000):
                live = [p for p in self.books.payments if p.alive and (p.about is None) == of_others]
                if not live:
                    break
                self.annul(self.chance.choice(live))
        for i in self.books.invoices:
            assert i.balance == i.total and not any(map(any, i.taken.values())) and not any(i.taken_local.values()), "all undone"

    def annul(self, payment):
        def work():
            self.books.cancel(payment)
            return payment
        self.attempt("cancela", "", work)
        self.state()

    def order(self):
        """An order, sold in parts of which some are cancelled; what is left is sold at the end."""
        chance = self.chance
        good = chance.choice("GGBHMF")
        quantity = chance.randint(2, 24)
        price = chance.randint(1, 2_000_000) * 10_000 if chance.random() < 0.5 else chance.randint(10_000, 999_999_999)
        net = div(quantity * price, 10_000)
        source = Line(good, quantity, price, net, self.taxes_of(good, net))
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
            for key, base, amount, _, _ in part.taxes:
                low, high = authority(key[2], base)
                assert key[1] != "tasa" or low <= amount <= high, (key, base, amount)
            parts[n] = part
            taxes = " ".join(f"{key_text(t[0])}={cents(t[1])}/{cents(t[2])}" for t in sorted(part.taxes))
            self.say(f"surte {n} {q} {cents(part.net)} {cents(part.total)} {taxes}")
        if clean and sum(p.quantity for p in parts.values()) == quantity:
            assert sum(p.total for p in parts.values()) == source.total, "the parts of an order are the order"


def main():
    """Of every eight cases: three lives of sales in pesos and one in dollars, two of purchases in pesos and one in dollars, an
    order."""
    cases = int(sys.argv[1])
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    first = int(sys.argv[3]) if len(sys.argv) > 3 else 0
    for number in range(first, first + cases):
        kind = number % 8
        case = Case(number, seed, buys=kind in (4, 5, 6), dollars=kind in (2, 6))
        try:
            if kind == 3:
                case.order()
            else:
                case.life()
        except AssertionError as wrong:
            print("\n".join(case.out), file=sys.stderr)
            raise SystemExit(f"case {number} of seed {seed}: {wrong}")
        print("\n".join(case.out))


if __name__ == "__main__":
    main()
