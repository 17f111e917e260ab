package dev.divvy.cache.command.connection;

import dev.divvy.cache.command.context.ClientSession;
import dev.divvy.cache.command.context.CommandContext;
import dev.divvy.cache.command.spec.ErrorReplies;
import dev.divvy.cache.resp.ReplyWriter;
import dev.divvy.cache.resp.RespRequest;
import io.netty.buffer.ByteBuf;

/** PING, ECHO, TIME, SELECT and other commands that need little or nothing of the node, and commands that are refused. */
public final class MiscCommands {

    private static final int SECOND = 1000;

    private MiscCommands() {}

    public static void ping(RespRequest request, ClientSession session, CommandContext context, ByteBuf out) {
        if (request.size() == 1) {
            ReplyWriter.pong(out);
        } else if (request.size() == 2) {
            ReplyWriter.bulk(out, request.data(), request.start(1), request.length(1));
        } else {
            ReplyWriter.error(out, ErrorReplies.arity("ping"));
        }
    }

    public static void echo(RespRequest request, ClientSession session, CommandContext context, ByteBuf out) {
        ReplyWriter.bulk(out, request.data(), request.start(1), request.length(1));
    }

    public static void time(RespRequest request, ClientSession session, CommandContext context, ByteBuf out) {
        long now = context.entryStore().clock().millis();
        ReplyWriter.array(out, 2);
        ReplyWriter.bulk(out, Long.toString(now / SECOND));
        ReplyWriter.bulk(out, Long.toString(now % SECOND * SECOND));
    }

    /** Selects a database; only 0 exists. */
    public static void select(RespRequest request, ClientSession session, CommandContext context, ByteBuf out) {
        if (!request.isNumber(1)) {
            ReplyWriter.error(out, ErrorReplies.NOT_INTEGER);
        } else if (request.number(1) != (int) request.number(1)) {
            ReplyWriter.error(out, "ERR value is out of range, value must between -2147483648 and 2147483647");
        } else if (request.number(1) == 0) {
            ReplyWriter.ok(out);
        } else if (context.cluster().clientsMayRoute()) {
            ReplyWriter.error(out, "ERR SELECT is not allowed in cluster mode");
        } else {
            ReplyWriter.error(out, "ERR DB index is out of range");
        }
    }

    public static void quit(RespRequest request, ClientSession session, CommandContext context, ByteBuf out) {
        session.closeAfterReply();
        ReplyWriter.ok(out);
    }

    /** Replies 0 without waiting: there are no replicas. */
    public static void waitForReplicas(
            RespRequest request, ClientSession session, CommandContext context, ByteBuf out) {
        if (!request.isNumber(1) || !request.isNumber(2)) {
            ReplyWriter.error(
                    out,
                    request.isNumber(1) ? "ERR timeout is not an integer or out of range" : ErrorReplies.NOT_INTEGER);
        } else if (request.number(2) < 0) {
            ReplyWriter.error(out, "ERR timeout is negative");
        } else {
            ReplyWriter.integer(out, 0);
        }
    }

    /** READONLY, READWRITE and ASKING have no effect, since any node answers for any key. */
    public static void routing(RespRequest request, ClientSession session, CommandContext context, ByteBuf out) {
        if (context.cluster().clientsMayRoute()) {
            ReplyWriter.ok(out);
        } else {
            ReplyWriter.error(out, ErrorReplies.NO_CLUSTER);
        }
    }

    public static void debug(RespRequest request, ClientSession session, CommandContext context, ByteBuf out) {
        ReplyWriter.error(out, "ERR DEBUG command not allowed. There is nothing to debug from a client");
    }

    public static void mSetNx(RespRequest request, ClientSession session, CommandContext context, ByteBuf out) {
        ReplyWriter.error(
                out,
                "ERR MSETNX is not supported: its keys may live on different nodes. Use SET key value NX for each");
    }
}
