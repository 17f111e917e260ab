package dev.divvy.cache.command.connection;

import dev.divvy.cache.command.form.Faults;
import dev.divvy.cache.command.ground.Ground;
import dev.divvy.cache.command.ground.Session;
import dev.divvy.cache.resp.Replies;
import dev.divvy.cache.resp.Request;
import io.netty.buffer.ByteBuf;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** CLIENT: who is connected, under what name. */
public final class Clients {

    static final String BAD_NAME = "ERR Client names cannot contain spaces, newlines or special characters.";

    private static final int SECOND = 1000;
    private static final List<String> TYPES = List.of("normal", "master", "replica", "slave", "pubsub");

    /** How many arguments each has, the two words included; -n for n and more. */
    private static final Subcommands SUBCOMMANDS = new Subcommands("client")
            .with("id", 2, Clients::id)
            .with("getname", 2, Clients::getName)
            .with("setname", 3, Clients::setName)
            .with("setinfo", 4, Clients::setInfo)
            .with("info", 2, Clients::info)
            .with("list", -2, Clients::list)
            .with("kill", -3, ClientKill::run)
            .with("no-evict", 3, Clients::onOrOff)
            .with("no-touch", 3, Clients::onOrOff)
            .with("tracking", -3, Clients::tracking)
            .help("ID", "INFO", "LIST", "GETNAME", "SETNAME <name>", "KILL <option> ...");

    private Clients() {}

    public static void run(Request request, Session session, Ground ground, ByteBuf out) {
        SUBCOMMANDS.run(request, session, ground, out);
    }

    private static void id(Request request, Session session, Ground ground, ByteBuf out) {
        Replies.integer(out, session.id());
    }

    private static void getName(Request request, Session session, Ground ground, ByteBuf out) {
        if (session.name().isEmpty()) {
            Replies.nil(out, session.resp3());
        } else {
            Replies.bulk(out, session.name());
        }
    }

    private static void setName(Request request, Session session, Ground ground, ByteBuf out) {
        String name = nameIn(request, 2);
        if (name == null) {
            Replies.error(out, BAD_NAME);
            return;
        }
        session.name(name);
        Replies.ok(out);
    }

    /** Null when it has letters that a name may not have. */
    static @Nullable String nameIn(Request request, int argument) {
        String name = request.text(argument);
        return name.chars().allMatch(letter -> letter >= '!' && letter <= '~') ? name : null;
    }

    private static void setInfo(Request request, Session session, Ground ground, ByteBuf out) {
        String value = nameIn(request, 3);
        boolean isName = request.is(2, "lib-name");
        if (!isName && !request.is(2, "lib-ver")) {
            Replies.error(out, Faults.withArgument("ERR Unrecognized option '", request, 2, "'"));
        } else if (value == null) {
            Replies.error(
                    out,
                    "ERR " + request.text(2).toLowerCase(Locale.ROOT)
                            + " cannot contain spaces, newlines or special characters.");
        } else {
            if (isName) {
                session.libraryName(value);
            } else {
                session.libraryVersion(value);
            }
            Replies.ok(out);
        }
    }

    private static void info(Request request, Session session, Ground ground, ByteBuf out) {
        Replies.verbatim(out, line(session, ground.shelves().clock().millis()), session.resp3());
    }

    private static void list(Request request, Session session, Ground ground, ByteBuf out) {
        List<Session> chosen = ground.sessions().all();
        if (request.size() == 4 && request.is(2, "TYPE")) {
            if (!isType(request, 3)) {
                Replies.error(out, Faults.withArgument("ERR Unknown client type '", request, 3, "'"));
                return;
            }
            chosen = request.is(3, "normal") ? chosen : List.of();
        } else if (request.size() > 3 && request.is(2, "ID")) {
            if (!IntStream.range(3, request.size()).allMatch(request::isNumber)) {
                Replies.error(out, "ERR Invalid client ID");
                return;
            }
            chosen = chosen.stream().filter(one -> isNamed(request, one)).toList();
        } else if (request.size() > 2) {
            Replies.error(out, Faults.SYNTAX);
            return;
        }
        long now = ground.shelves().clock().millis();
        StringBuilder lines = new StringBuilder();
        chosen.forEach(one -> lines.append(line(one, now)));
        Replies.verbatim(out, lines.toString(), session.resp3());
    }

    /** The types of clients that Redis knows; ours are all normal. */
    static boolean isType(Request request, int argument) {
        return TYPES.stream().anyMatch(type -> request.is(argument, type));
    }

    private static boolean isNamed(Request request, Session session) {
        return IntStream.range(3, request.size()).anyMatch(at -> request.number(at) == session.id());
    }

    private static String line(Session session, long now) {
        return "id=" + session.id() + " addr=" + session.address() + " laddr=" + session.localAddress() + " fd=0 name="
                + session.name() + " age=" + Math.max(0, now - session.created()) / SECOND + " idle="
                + Math.max(0, now - session.lastActive()) / SECOND
                + " flags=N db=0 sub=0 psub=0 ssub=0 multi=-1 cmd=" + session.lastCommand() + " user=default resp="
                + (session.resp3() ? 3 : 2) + " lib-name=" + session.libraryName() + " lib-ver="
                + session.libraryVersion() + "\n";
    }

    private static void onOrOff(Request request, Session session, Ground ground, ByteBuf out) {
        if (request.is(2, "ON") || request.is(2, "OFF")) {
            Replies.ok(out);
        } else {
            Replies.error(out, Faults.SYNTAX);
        }
    }

    private static void tracking(Request request, Session session, Ground ground, ByteBuf out) {
        if (request.is(2, "OFF")) {
            Replies.ok(out);
        } else if (request.is(2, "ON")) {
            Replies.error(out, "ERR CLIENT TRACKING is not supported: nobody is told when a key changes");
        } else {
            Replies.error(out, Faults.SYNTAX);
        }
    }
}
