package dev.divvy.cache.command.connection;

import dev.divvy.cache.command.form.Faults;
import dev.divvy.cache.command.ground.Ground;
import dev.divvy.cache.command.ground.Session;
import dev.divvy.cache.resp.Replies;
import dev.divvy.cache.resp.Request;
import io.netty.buffer.ByteBuf;

/** Short questions with short answers. */
public final class Smalltalk {

    private static final int SECOND = 1000;

    private Smalltalk() {}

    public static void ping(Request request, Session session, Ground ground, ByteBuf out) {
        if (request.size() == 1) {
            Replies.pong(out);
        } else if (request.size() == 2) {
            Replies.bulk(out, request.data(), request.start(1), request.length(1));
        } else {
            Replies.error(out, Faults.arity("ping"));
        }
    }

    public static void echo(Request request, Session session, Ground ground, ByteBuf out) {
        Replies.bulk(out, request.data(), request.start(1), request.length(1));
    }

    public static void time(Request request, Session session, Ground ground, ByteBuf out) {
        long now = ground.shelves().clock().millis();
        Replies.array(out, 2);
        Replies.bulk(out, Long.toString(now / SECOND));
        Replies.bulk(out, Long.toString(now % SECOND * SECOND));
    }

    /** There is only one database. */
    public static void select(Request request, Session session, Ground ground, ByteBuf out) {
        if (!request.isNumber(1)) {
            Replies.error(out, Faults.NOT_INTEGER);
        } else if (request.number(1) != (int) request.number(1)) {
            Replies.error(out, "ERR value is out of range, value must between -2147483648 and 2147483647");
        } else if (request.number(1) == 0) {
            Replies.ok(out);
        } else if (ground.cluster().clientsMayRoute()) {
            Replies.error(out, "ERR SELECT is not allowed in cluster mode");
        } else {
            Replies.error(out, "ERR DB index is out of range");
        }
    }

    public static void quit(Request request, Session session, Ground ground, ByteBuf out) {
        session.closeAfterReply();
        Replies.ok(out);
    }

    /** No copy is waited for: this many have the writes. */
    public static void waitForCopies(Request request, Session session, Ground ground, ByteBuf out) {
        if (!request.isNumber(1) || !request.isNumber(2)) {
            Replies.error(
                    out, request.isNumber(1) ? "ERR timeout is not an integer or out of range" : Faults.NOT_INTEGER);
        } else if (request.number(2) < 0) {
            Replies.error(out, "ERR timeout is negative");
        } else {
            Replies.integer(out, 0);
        }
    }

    /** READONLY, READWRITE and ASKING: any node answers for any key, so nothing changes. */
    public static void routing(Request request, Session session, Ground ground, ByteBuf out) {
        if (ground.cluster().clientsMayRoute()) {
            Replies.ok(out);
        } else {
            Replies.error(out, Faults.NO_CLUSTER);
        }
    }

    public static void debug(Request request, Session session, Ground ground, ByteBuf out) {
        Replies.error(out, "ERR DEBUG command not allowed. There is nothing to debug from a client");
    }

    public static void mSetNx(Request request, Session session, Ground ground, ByteBuf out) {
        Replies.error(
                out,
                "ERR MSETNX is not supported: its keys may live on different nodes. Use SET key value NX for each");
    }
}
