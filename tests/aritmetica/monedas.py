#!/usr/bin/env python3
"""Other currencies, worked out by another program: what transfers between own accounts gain or lose, what is gained or lost when
balances are paid, and what balances are worth at the end of each month.

    tests/aritmetica/monedas.py MONTHS [SEED]
    tests/aritmetica/monedas.py LIVES SEED creditos

It prints the lives of companies as a script, a dozen months each: what to do and what the books must say of it. Or lives of single
sales and purchases in another currency, credited in parts at their own rate, of which some are cancelled.
tests/aritmetica/monedas_test.cpp does it with the service and compares. The two share nothing but the rules (docs/decisions/0036,
0032):

- an amount is converted at its own rate and rounded once, half away from zero
- a payment takes of what a balance is booked at in proportion, the last one what is left; the difference of both sides is the exchange's
- at the end of a month each balance is worth what the rate of the day says; nothing of that outlives the first of the next month
- so a month can be revalued late, undone and done again, and payments know nothing of it
- what is credited whole at its own rate, in whatever parts and whatever was undone meanwhile, leaves nothing anywhere: no gain, no
  loss, no tax, no variance

Money and rates are whole millionths.
"""
import copy
import random
import sys

MICRO = 1_000_000
CENT = 10_000
DECIMALS = {"MXN": 2, "USD": 2, "EUR": 2, "JPY": 0}
ABOUT = {"MXN": 1.0, "USD": 18.0, "EUR": 20.5, "JPY": 0.12}
FOREIGN = ["USD", "EUR", "JPY"]
MONTHS_OF_A_COMPANY = 12


def div(n, d):
    """n / d, half away from zero."""
    q, r = divmod(abs(n), d)
    q += 2 * r >= d
    return q if n >= 0 else -q


def local(amount, rate):
    return div(amount * rate, MICRO * CENT) * CENT


def share(total, part, whole):
    return div(total * part, whole * CENT) * CENT


def text(micros):
    sign, n = ("-", -micros) if micros < 0 else ("", micros)
    whole, rest = divmod(n, MICRO)
    return f"{sign}{whole}.{rest:06d}"


class Balance:
    def __init__(self, side, currency, amount, value):
        self.side, self.currency, self.amount, self.value = side, currency, amount, value

    def take(self, part):
        value = self.value if part == self.amount else min(self.value, share(self.value, part, self.amount))
        self.amount -= part
        self.value -= value
        return value


OURS = {"cobrar": True, "pagar": False, "favorCliente": False, "favorProveedor": True, "banco": True}
PAYS = {"favorCliente": "cobrar", "favorProveedor": "pagar"}


class Company:
    def __init__(self, rnd, first):
        self.rnd, self.year, self.month, self.day = rnd, first, 1, 1
        self.balances = {}
        self.banks = {c: [0, 0] for c in DECIMALS}
        self.gained = self.lost = 0
        self.ends = {}
        self.done = set()
        print("empresa")

    def amount(self, currency, pesos):
        unit = 10 ** (6 - DECIMALS[currency])
        return max(1, int(pesos / ABOUT[currency] * MICRO) // unit) * unit

    def rate(self, currency):
        if currency == "MXN":
            return MICRO
        return int(ABOUT[currency] * self.rnd.uniform(0.9, 1.1) * 10_000) * 100

    def today(self):
        return f"{self.year}-{self.month:02d}-{self.day:02d}"

    def differ(self, benefit):
        if benefit > 0:
            self.gained += benefit
        else:
            self.lost -= benefit
        return f"{text(self.gained)} {text(self.lost)}"

    def open(self, verb, side, bank=0):
        currency = self.rnd.choice(FOREIGN + ["MXN"])
        amount = self.amount(currency, self.rnd.uniform(0.2, 5000))
        rate = self.rate(currency)
        value = local(amount, rate)
        number = len(self.balances) + 1
        self.balances[number] = Balance(side, currency, amount, value)
        if bank:
            self.banks[currency][0] += bank * amount
            self.banks[currency][1] += bank * value
        print(verb, number, self.today(), currency, text(rate), text(amount))

    def settle(self):
        pairs = [(p, d) for p, pay in self.balances.items() for d, doc in self.balances.items()
                 if PAYS.get(pay.side) == doc.side and pay.currency == doc.currency and pay.amount and doc.amount]
        if not pairs:
            return
        p, d = self.rnd.choice(pairs)
        pay, doc = self.balances[p], self.balances[d]
        unit = 10 ** (6 - DECIMALS[pay.currency])
        most = min(pay.amount, doc.amount)
        part = most if self.rnd.random() < 0.5 else self.rnd.randint(1, most // unit) * unit
        paid, owed = pay.take(part), doc.take(part)
        benefit = paid - owed if doc.side == "cobrar" else owed - paid
        print("aplica", p, d, self.today(), text(part), self.differ(benefit))

    def transfer(self):
        out, into = self.rnd.sample(list(DECIMALS), 2)
        amount = self.amount(out, self.rnd.uniform(0.2, 3000))
        got = self.amount(into, amount * ABOUT[out] / MICRO * self.rnd.uniform(0.97, 1.03))
        rates = self.rate(out), self.rate(into)
        values = local(amount, rates[0]), local(got, rates[1])
        self.banks[out][0] -= amount
        self.banks[out][1] -= values[0]
        self.banks[into][0] += got
        self.banks[into][1] += values[1]
        print("traspasa", self.today(), out, into, text(amount), text(rates[0]), text(got), text(rates[1]),
              self.differ(values[1] - values[0]))

    def live(self):
        for _ in range(self.rnd.randint(3, 9)):
            self.day = min(28, self.day + self.rnd.randint(0, 4))
            what = self.rnd.random()
            if what < 0.15:
                self.open("vende", "cobrar")
            elif what < 0.3:
                self.open("compra", "pagar")
            elif what < 0.45:
                self.open("cobra", "favorCliente", 1)
            elif what < 0.6:
                self.open("paga", "favorProveedor", -1)
            elif what < 0.8:
                self.settle()
            else:
                self.transfer()

    def revalue(self, month):
        balances, banks = self.ends[month]
        rows = [(b.side, b.currency, b.amount, b.value) for b in balances.values() if b.amount or b.value]
        rows += [("banco", c, amount, value) for c, (amount, value) in banks.items() if amount or value]
        rows = [r for r in rows if r[1] != "MXN"]
        rates = {c: self.rate(c) for c in sorted({r[1] for r in rows})}
        posted = dict.fromkeys(OURS, 0)
        gain = loss = 0
        for side, currency, amount, value in rows:
            difference = local(amount, rates[currency]) - value
            benefit = difference if OURS[side] else -difference
            posted[side] += benefit
            gain, loss = gain + max(benefit, 0), loss + max(-benefit, 0)
        if not gain and not loss:
            return
        self.done.add(month)
        print("revalua", month, len(rates), *(f"{c} {text(r)}" for c, r in rates.items()), text(gain), text(loss),
              *(text(posted[side]) for side in OURS), text(self.gained), text(self.lost))

    def year_of_it(self):
        late = None
        for _ in range(MONTHS_OF_A_COMPANY):
            self.live()
            this = self.year * 100 + self.month
            self.ends[this] = copy.deepcopy((self.balances, self.banks))
            if late:
                self.revalue(late)
            late = this if self.rnd.random() < 0.5 else None
            if not late:
                self.revalue(this)
            if self.done and self.rnd.random() < 0.2:
                again = self.rnd.choice(sorted(self.done))
                self.done.remove(again)
                print("deshace", again, text(self.gained), text(self.lost))
                self.revalue(again)
            self.month, self.day = self.month + 1, 1
            if self.month > 12:
                self.year, self.month = self.year + 1, 1
        if late:
            self.revalue(late)


class Credited:
    """A sale or a purchase that ends as if it had never been. Goods go back by a note of their own, and are credited for it. Money
    comes and goes at other rates, as parts of what is owed then; a bonus is a part of what it came to."""
    GOODS = {"cliente": "GGCBHM", "proveedor": "GGCBHIK", "mercancia": "GGCI"}

    def __init__(self, rnd):
        self.rnd = rnd
        self.number = 0
        self.live = []
        self.side = rnd.choice(("cliente", "cliente", "proveedor", "mercancia"))
        self.money = rnd.random() < 0.6
        self.rate = self.any_rate()
        lines = [(rnd.choice(self.GOODS[self.side]), rnd.choice((1, 2, 3, 7, 10, 12)),
                  rnd.randint(1, 20_000) * CENT if rnd.random() < 0.5 else rnd.randint(50_000, 99_999_999))
                 for _ in range(rnd.randint(1, 3))]
        self.quantities = [quantity for _, quantity, _ in lines]
        print("vida", self.side, text(self.rate), *(f"{good}:{quantity}:{price}" for good, quantity, price in lines))

    def any_rate(self):
        return self.rnd.randint(90_000, 270_000) * 100

    def next(self):
        self.number += 1
        self.live.append(self.number)
        return self.number

    def step(self):
        what = self.rnd.random()
        if what < 0.45:
            line = self.rnd.randrange(len(self.quantities))
            print("acredita", self.next(), line + 1, self.rnd.randint(1, self.quantities[line]),
                  "espera" if self.rnd.random() < 0.2 else "aplica")
        elif what < 0.55 and self.side != "mercancia":
            print("bonifica", self.next(), self.rnd.randint(1, 300))
        elif what < 0.7 and self.money:
            print("cobra", self.next(), self.rnd.randint(1, 1000), text(self.any_rate()))
        elif self.live:
            gone = self.rnd.choice(self.live)
            self.live.remove(gone)
            print("cancela", gone)

    def live_it(self):
        for _ in range(self.rnd.randint(2, 9)):
            self.step()
        # All of it is credited, or nothing of it stays.
        print("acaba" if self.rnd.random() < 0.7 else "desaparece")


def main():
    months = int(sys.argv[1])
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    if len(sys.argv) > 3 and sys.argv[3] == "creditos":
        for n in range(months):
            Credited(random.Random(seed * 1_000_003 + n)).live_it()
        return
    for n in range(-(-months // MONTHS_OF_A_COMPANY)):
        Company(random.Random(seed * 1_000_003 + n), 2020).year_of_it()


main()
