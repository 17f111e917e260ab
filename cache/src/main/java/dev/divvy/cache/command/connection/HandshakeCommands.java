package dev.divvy.cache.command.connection;

import dev.divvy.cache.command.context.ClientSession;
import dev.divvy.cache.command.context.CommandContext;
import dev.divvy.cache.command.context.NodeInfo;
import dev.divvy.cache.command.spec.ErrorReplies;
import dev.divvy.cache.resp.ReplyWriter;
import dev.divvy.cache.resp.RespRequest;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** HELLO, AUTH and RESET: begin, authenticate and reset a connection. */
public final class HandshakeCommands {

    /** The most wrong passwords on one connection. */
    private static final int MAX_FAILED_LOGINS = 10;

    private static final byte[] DEFAULT_USER = "default".getBytes(StandardCharsets.US_ASCII);
    private static final String HELLO_NO_AUTH = """
            NOAUTH HELLO must be called with the client already authenticated, otherwise the HELLO AUTH <user> \
            <pass> option can be used to authenticate the client and select the RESP protocol version at the same time""";
    private static final String NO_PASSWORD = """
            ERR AUTH <password> called without any password configured for the default user. Are you sure your \
            configuration is correct?""";

    private HandshakeCommands() {}

    public static void auth(RespRequest request, ClientSession session, CommandContext context, ByteBuf out) {
        if (request.size() > 3) {
            ReplyWriter.error(out, ErrorReplies.SYNTAX);
        } else if (request.size() == 2 && context.password().isEmpty()) {
            ReplyWriter.error(out, NO_PASSWORD);
        } else if (isValid(
                request.size() == 2 ? DEFAULT_USER : request.copy(1), request.copy(request.size() - 1), context)) {
            session.authenticated(true);
            ReplyWriter.ok(out);
        } else {
            refuseLogin(session, out);
        }
    }

    /** A client that guesses passwords has to connect again after every so many. */
    private static void refuseLogin(ClientSession session, ByteBuf out) {
        ReplyWriter.error(out, ErrorReplies.WRONG_PASS);
        if (session.countFailedLogin() >= MAX_FAILED_LOGINS) {
            session.closeAfterReply();
        }
    }

    /** Whether the user and the password are valid. There is only one user. Without a password on the node any password is valid. */
    private static boolean isValid(byte[] user, byte[] password, CommandContext context) {
        boolean valid =
                context.password().map(expected -> expected.matches(password)).orElse(true);
        return Arrays.equals(user, DEFAULT_USER) && valid;
    }

    public static void hello(RespRequest request, ClientSession session, CommandContext context, ByteBuf out) {
        long version = 0;
        if (request.size() > 1) {
            if (!request.isNumber(1)) {
                ReplyWriter.error(out, "ERR Protocol version is not an integer or out of range");
                return;
            }
            version = request.number(1);
            if (version < 2 || version > 3) {
                ReplyWriter.error(out, "NOPROTO unsupported protocol version");
                return;
            }
        }
        int auth = 0;
        String name = null;
        for (int at = 2; at < request.size(); at++) {
            int more = request.size() - 1 - at;
            if (request.is(at, "AUTH") && more >= 2) {
                auth = at + 1;
                at += 2;
            } else if (request.is(at, "SETNAME") && more >= 1) {
                name = ClientCommands.nameIn(request, at + 1);
                if (name == null) {
                    ReplyWriter.error(out, ClientCommands.BAD_NAME);
                    return;
                }
                at++;
            } else {
                ReplyWriter.error(
                        out, ErrorReplies.withArgument("ERR Syntax error in HELLO option '", request, at, "'"));
                return;
            }
        }
        if (auth > 0) {
            if (!isValid(request.copy(auth), request.copy(auth + 1), context)) {
                refuseLogin(session, out);
                return;
            }
            session.authenticated(true);
        }
        if (!session.authenticated()) {
            ReplyWriter.error(out, HELLO_NO_AUTH);
            return;
        }
        applyOptions(session, version, name);
        serverInfo(session, context, out);
    }

    private static void applyOptions(ClientSession session, long version, @Nullable String name) {
        if (version > 0) {
            session.resp3(version == 3);
        }
        if (name != null) {
            session.name(name);
        }
    }

    private static void serverInfo(ClientSession session, CommandContext context, ByteBuf out) {
        boolean resp3 = session.resp3();
        ReplyWriter.map(out, 7, resp3);
        ReplyWriter.bulk(out, "server");
        ReplyWriter.bulk(out, "redis");
        ReplyWriter.bulk(out, "version");
        ReplyWriter.bulk(out, NodeInfo.REDIS_VERSION);
        ReplyWriter.bulk(out, "proto");
        ReplyWriter.integer(out, resp3 ? 3 : 2);
        ReplyWriter.bulk(out, "id");
        ReplyWriter.integer(out, session.id());
        ReplyWriter.bulk(out, "mode");
        ReplyWriter.bulk(out, context.cluster().clientsMayRoute() ? "cluster" : "standalone");
        ReplyWriter.bulk(out, "role");
        ReplyWriter.bulk(out, "master");
        ReplyWriter.bulk(out, "modules");
        ReplyWriter.array(out, 0);
    }

    public static void reset(RespRequest request, ClientSession session, CommandContext context, ByteBuf out) {
        session.resp3(false);
        session.name("");
        session.authenticated(context.password().isEmpty());
        ReplyWriter.simple(out, "RESET");
    }
}
