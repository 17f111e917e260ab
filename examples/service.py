"""A service that shares work units with others of its kind: it registers, answers health checks and follows the table.

Usage: python3 service.py PORT [REDIS_URL]        needs: pip install grpcio redis
docs/distributor.md explains the steps. Ctrl-C or SIGTERM ends it, and its units go to the others.
"""
import signal
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import grpc
import redis

SERVING = b"\x08\x01"  # grpc.health.v1.HealthCheckResponse with status SERVING


def answer_health_checks(address):
    check = grpc.unary_unary_rpc_method_handler(lambda request, context: SERVING)
    health = grpc.method_handlers_generic_handler("grpc.health.v1.Health", {"Check": check})
    server = grpc.server(ThreadPoolExecutor(max_workers=2), options=[("grpc.so_reuseport", 0)])
    server.add_generic_rpc_handlers([health])
    server.add_insecure_port(address)
    server.start()
    return server


def main(port, url="redis://127.0.0.1:6379"):
    address = f"127.0.0.1:{port}"
    store = redis.Redis.from_url(url, decode_responses=True)
    server = answer_health_checks(address)
    try:
        follow_the_table(store, address)
    except KeyboardInterrupt:
        store.lrem("sys-robots-list", 0, address)
        server.stop(grace=None)


def follow_the_table(store, address):
    units = ""
    while True:
        try:
            field = store.hget("sys-matching-table", address)
            if field is None and address not in store.lrange("sys-robots-list", 0, -1):
                store.lpush("sys-robots-list", address)
        except redis.RedisError as error:  # nothing is known to have changed, so it goes on with its units
            print(f"{address} cannot reach Redis, retrying: {error}", file=sys.stderr, flush=True)
            time.sleep(2)
        else:
            if (field or "") != units:
                units = field or ""
                print(f"{address} works on: {units or 'nothing'}", flush=True)  # begin and end your own work here
        time.sleep(0.5)


if __name__ == "__main__":
    if not 2 <= len(sys.argv) <= 3:
        sys.exit(__doc__)
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # ends like Ctrl-C
    main(*sys.argv[1:])
