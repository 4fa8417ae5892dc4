#!/usr/bin/python3
"""A store of the S3 kind for tests: OpenStack Swift with s3api, all of its servers in this process, on loopback.

    swift_s3.py FOLDER BUCKET USER SECRET

FOLDER holds everything and must keep extended attributes. The access key is `prueba:USER`. When it is ready it prints its port,
and serves until its standard input ends.
"""
import os
import sys

import eventlet

eventlet.patcher.monkey_patch(all=False, socket=True, select=True, thread=True)

from eventlet import wsgi  # noqa: E402
from swift.common import utils  # noqa: E402


def write(folder, name, text):
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


class Cache:
    """What Swift would keep in memcached, for as long as this process lives."""

    def __init__(self):
        self.kept = {}

    def get(self, key, **_):
        return self.kept.get(key)

    def set(self, key, value, **_):
        self.kept[key] = value

    def incr(self, key, delta=1, **_):
        self.kept[key] = self.kept.get(key, 0) + delta
        return self.kept[key]

    def delete(self, key, **_):
        self.kept.pop(key, None)


def with_cache(app):
    cache = Cache()

    def asked(environ, start_response):
        environ["swift.cache"] = cache
        return app(environ, start_response)

    return asked


def main():
    folder = os.path.abspath(sys.argv[1])
    bucket, user, secret = sys.argv[2:5]
    os.makedirs(os.path.join(folder, "devices", "d"), exist_ok=True)
    # Swift looks for its own settings in /etc; these are ours.
    utils.SWIFT_CONF_FILE = write(folder, "swift.conf", "[swift-hash]\nswift_hash_path_suffix = prueba\n")
    utils.HASH_PATH_SUFFIX = b"prueba"
    utils.HASH_PATH_PREFIX = b""

    from swift.common.http_protocol import SwiftHttpProtocol
    from swift.common.ring import RingBuilder
    from swift.common.swob import Request
    from swift.common.wsgi import loadapp
    import logging

    logging.disable(logging.CRITICAL)
    sockets = {name: eventlet.listen(("127.0.0.1", 0)) for name in ("account", "container", "object", "proxy")}
    ports = {name: s.getsockname()[1] for name, s in sockets.items()}
    for name in ("account", "container", "object"):
        builder = RingBuilder(1, 1, 0)
        builder.add_dev({"id": 0, "zone": 0, "region": 1, "weight": 1, "ip": "127.0.0.1", "port": ports[name], "device": "d"})
        builder.rebalance()
        builder.get_ring().save(os.path.join(folder, name + ".ring.gz"))

    common = f"swift_dir = {folder}\ndevices = {folder}/devices\nmount_check = false\nfallocate_reserve = 0\nlog_level = ERROR\n"
    apps = {}
    for name in ("account", "container", "object"):
        apps[name] = loadapp(write(folder, name + ".conf", f"""[DEFAULT]
{common}[pipeline:main]
pipeline = app
[app:app]
use = egg:swift#{name}
"""), allow_modify_pipeline=False)
    apps["proxy"] = loadapp(write(folder, "proxy.conf", f"""[DEFAULT]
{common}[pipeline:main]
pipeline = catch_errors gatekeeper s3api tempauth copy slo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
s3_acl = false
auth_pipeline_check = false
[filter:tempauth]
use = egg:swift#tempauth
user_prueba_{user} = {secret} .admin
[filter:copy]
use = egg:swift#copy
[filter:slo]
use = egg:swift#slo
"""), allow_modify_pipeline=False)
    apps["proxy"] = with_cache(apps["proxy"])
    quiet = open(os.devnull, "w", encoding="utf-8")
    for name, app in apps.items():
        eventlet.spawn(wsgi.server, sockets[name], app, quiet, protocol=SwiftHttpProtocol)
    made = Request.blank(
        f"/v1/AUTH_prueba/{bucket}",
        environ={"REQUEST_METHOD": "PUT", "swift.authorize_override": True, "swift.authorize": lambda request: None},
    ).get_response(apps["proxy"])
    if made.status_int not in (201, 202):
        sys.exit(f"the bucket was not made: {made.status}")
    print(ports["proxy"], flush=True)
    eventlet.tpool.execute(sys.stdin.read)


main()
