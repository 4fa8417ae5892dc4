#!/usr/bin/python3
"""A mail server for tests: aiosmtpd on loopback, with STARTTLS and a user.

    smtp.py FOLDER USER PASSWORD

Its certificate, signed by itself, is FOLDER/certificate.pem. Every message that it takes is a file of FOLDER, 1.eml and on, with
the envelope in front. A recipient whose name begins with
`nadie` is refused for good (550), with `luego` for now (450), with `lleno` after the message (552); with `cuelga` the connection
ends once the message was taken. When it is ready it prints its port, and serves until its standard input ends.
"""
import asyncio
import os
import ssl
import subprocess
import sys

from aiosmtpd.smtp import SMTP, AuthResult


class Box:
    def __init__(self, folder):
        self.folder = folder
        self.taken = 0

    async def handle_RCPT(self, server, session, envelope, address, options):
        if address.startswith("nadie"):
            return "550 5.1.1 no such mailbox"
        if address.startswith("luego"):
            return "450 4.2.0 come back later"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        if envelope.rcpt_tos[0].startswith("lleno"):
            return "552 5.2.2 mailbox full"
        self.taken += 1
        name = os.path.join(self.folder, f"{self.taken}.eml")
        with open(name + ".new", "wb") as file:
            head = f"X-De: {envelope.mail_from}\r\nX-Para: {envelope.rcpt_tos[0]}\r\nX-Cifrado: {session.ssl is not None}\r\n"
            file.write(head.encode() + envelope.original_content)
        os.rename(name + ".new", name)
        if envelope.rcpt_tos[0].startswith("cuelga"):
            server.transport.abort()
        return "250 taken"


def make_certificate(folder):
    names = [os.path.join(folder, "certificate.pem"), os.path.join(folder, "key.pem")]
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj",
         "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1", "-out", names[0], "-keyout", names[1]],
        check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return names


async def main(folder, user, password):
    certificate, key = make_certificate(folder)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    box = Box(folder)

    def check(server, session, envelope, mechanism, data):
        return AuthResult(success=data.login == user.encode() and data.password == password.encode())

    def make():
        return SMTP(box, tls_context=context, require_starttls=False, authenticator=check, auth_require_tls=True, hostname="prueba")

    loop = asyncio.get_running_loop()
    server = await loop.create_server(make, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    ended = loop.create_future()
    loop.add_reader(sys.stdin, lambda: ended.set_result(None) if not sys.stdin.buffer.read1() and not ended.done() else None)
    await ended
    server.close()


asyncio.run(main(*sys.argv[1:]))
