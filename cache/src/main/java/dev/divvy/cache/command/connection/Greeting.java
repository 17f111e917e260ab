package dev.divvy.cache.command.connection;

import dev.divvy.cache.command.form.Faults;
import dev.divvy.cache.command.ground.Ground;
import dev.divvy.cache.command.ground.NodeFacts;
import dev.divvy.cache.command.ground.Session;
import dev.divvy.cache.resp.Replies;
import dev.divvy.cache.resp.Request;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** How a connection begins: HELLO and AUTH; and how it begins anew: RESET. */
public final class Greeting {

    private static final byte[] DEFAULT_USER = "default".getBytes(StandardCharsets.US_ASCII);
    private static final String HELLO_NO_AUTH = """
            NOAUTH HELLO must be called with the client already authenticated, otherwise the HELLO AUTH <user> \
            <pass> option can be used to authenticate the client and select the RESP protocol version at the same time""";
    private static final String NO_PASSWORD = """
            ERR AUTH <password> called without any password configured for the default user. Are you sure your \
            configuration is correct?""";

    private Greeting() {}

    public static void auth(Request request, Session session, Ground ground, ByteBuf out) {
        if (request.size() > 3) {
            Replies.error(out, Faults.SYNTAX);
        } else if (request.size() == 2 && ground.password().isEmpty()) {
            Replies.error(out, NO_PASSWORD);
        } else if (isRight(
                request.size() == 2 ? DEFAULT_USER : request.copy(1), request.copy(request.size() - 1), ground)) {
            session.authenticated(true);
            Replies.ok(out);
        } else {
            Replies.error(out, Faults.WRONG_PASS);
        }
    }

    /** There is one user only. Without a password every one is right. */
    private static boolean isRight(byte[] user, byte[] password, Ground ground) {
        boolean right = ground.password().map(word -> word.is(password)).orElse(true);
        return Arrays.equals(user, DEFAULT_USER) && right;
    }

    public static void hello(Request request, Session session, Ground ground, ByteBuf out) {
        long version = 0;
        if (request.size() > 1) {
            if (!request.isNumber(1)) {
                Replies.error(out, "ERR Protocol version is not an integer or out of range");
                return;
            }
            version = request.number(1);
            if (version < 2 || version > 3) {
                Replies.error(out, "NOPROTO unsupported protocol version");
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
                name = Clients.nameIn(request, at + 1);
                if (name == null) {
                    Replies.error(out, Clients.BAD_NAME);
                    return;
                }
                at++;
            } else {
                Replies.error(out, Faults.withArgument("ERR Syntax error in HELLO option '", request, at, "'"));
                return;
            }
        }
        if (auth > 0) {
            if (!isRight(request.copy(auth), request.copy(auth + 1), ground)) {
                Replies.error(out, Faults.WRONG_PASS);
                return;
            }
            session.authenticated(true);
        }
        if (!session.authenticated()) {
            Replies.error(out, HELLO_NO_AUTH);
            return;
        }
        begin(session, version, name);
        facts(session, ground, out);
    }

    private static void begin(Session session, long version, @Nullable String name) {
        if (version > 0) {
            session.resp3(version == 3);
        }
        if (name != null) {
            session.name(name);
        }
    }

    private static void facts(Session session, Ground ground, ByteBuf out) {
        boolean resp3 = session.resp3();
        Replies.map(out, 7, resp3);
        Replies.bulk(out, "server");
        Replies.bulk(out, "redis");
        Replies.bulk(out, "version");
        Replies.bulk(out, NodeFacts.REDIS_VERSION);
        Replies.bulk(out, "proto");
        Replies.integer(out, resp3 ? 3 : 2);
        Replies.bulk(out, "id");
        Replies.integer(out, session.id());
        Replies.bulk(out, "mode");
        Replies.bulk(out, ground.cluster().clientsMayRoute() ? "cluster" : "standalone");
        Replies.bulk(out, "role");
        Replies.bulk(out, "master");
        Replies.bulk(out, "modules");
        Replies.array(out, 0);
    }

    public static void reset(Request request, Session session, Ground ground, ByteBuf out) {
        session.resp3(false);
        session.name("");
        session.authenticated(ground.password().isEmpty());
        Replies.simple(out, "RESET");
    }
}
