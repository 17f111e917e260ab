package dev.divvy.cache.command.connection;

import dev.divvy.cache.command.context.ClientSession;
import dev.divvy.cache.command.context.CommandContext;
import dev.divvy.cache.command.spec.ErrorReplies;
import dev.divvy.cache.resp.ReplyWriter;
import dev.divvy.cache.resp.RespRequest;
import io.netty.buffer.ByteBuf;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** CLIENT: shows the connections, and names, describes and kills them. */
public final class ClientCommands {

    static final String BAD_NAME = "ERR Client names cannot contain spaces, newlines or special characters.";

    private static final int SECOND = 1000;
    private static final List<String> TYPES = List.of("normal", "master", "replica", "slave", "pubsub");

    private static final Subcommands SUBCOMMANDS = new Subcommands("client")
            .with("id", 2, ClientCommands::id)
            .with("getname", 2, ClientCommands::getName)
            .with("setname", 3, ClientCommands::setName)
            .with("setinfo", 4, ClientCommands::setInfo)
            .with("info", 2, ClientCommands::info)
            .with("list", -2, ClientCommands::list)
            .with("kill", -3, ClientKillCommand::run)
            .with("no-evict", 3, ClientCommands::onOrOff)
            .with("no-touch", 3, ClientCommands::onOrOff)
            .with("tracking", -3, ClientCommands::tracking)
            .help("ID", "INFO", "LIST", "GETNAME", "SETNAME <name>", "KILL <option> ...");

    private ClientCommands() {}

    public static void run(RespRequest request, ClientSession session, CommandContext context, ByteBuf out) {
        SUBCOMMANDS.run(request, session, context, out);
    }

    private static void id(RespRequest request, ClientSession session, CommandContext context, ByteBuf out) {
        ReplyWriter.integer(out, session.id());
    }

    private static void getName(RespRequest request, ClientSession session, CommandContext context, ByteBuf out) {
        if (session.name().isEmpty()) {
            ReplyWriter.nil(out, session.resp3());
        } else {
            ReplyWriter.bulk(out, session.name());
        }
    }

    private static void setName(RespRequest request, ClientSession session, CommandContext context, ByteBuf out) {
        String name = nameIn(request, 2);
        if (name == null) {
            ReplyWriter.error(out, BAD_NAME);
            return;
        }
        session.name(name);
        ReplyWriter.ok(out);
    }

    /** Returns the argument as a name; null when it has characters that a name may not have. */
    static @Nullable String nameIn(RespRequest request, int argument) {
        String name = request.text(argument);
        return name.chars().allMatch(letter -> letter >= '!' && letter <= '~') ? name : null;
    }

    private static void setInfo(RespRequest request, ClientSession session, CommandContext context, ByteBuf out) {
        String value = nameIn(request, 3);
        boolean isName = request.is(2, "lib-name");
        if (!isName && !request.is(2, "lib-ver")) {
            ReplyWriter.error(out, ErrorReplies.withArgument("ERR Unrecognized option '", request, 2, "'"));
        } else if (value == null) {
            ReplyWriter.error(
                    out,
                    "ERR " + request.text(2).toLowerCase(Locale.ROOT)
                            + " cannot contain spaces, newlines or special characters.");
        } else {
            if (isName) {
                session.libraryName(value);
            } else {
                session.libraryVersion(value);
            }
            ReplyWriter.ok(out);
        }
    }

    private static void info(RespRequest request, ClientSession session, CommandContext context, ByteBuf out) {
        ReplyWriter.verbatim(out, line(session, context.entryStore().clock().millis()), session.resp3());
    }

    private static void list(RespRequest request, ClientSession session, CommandContext context, ByteBuf out) {
        List<ClientSession> selected = context.sessions().all();
        if (request.size() == 4 && request.is(2, "TYPE")) {
            if (!isType(request, 3)) {
                ReplyWriter.error(out, ErrorReplies.withArgument("ERR Unknown client type '", request, 3, "'"));
                return;
            }
            selected = request.is(3, "normal") ? selected : List.of();
        } else if (request.size() > 3 && request.is(2, "ID")) {
            if (!IntStream.range(3, request.size()).allMatch(request::isNumber)) {
                ReplyWriter.error(out, "ERR Invalid client ID");
                return;
            }
            selected = selected.stream()
                    .filter(listed -> hasListedId(request, listed))
                    .toList();
        } else if (request.size() > 2) {
            ReplyWriter.error(out, ErrorReplies.SYNTAX);
            return;
        }
        long now = context.entryStore().clock().millis();
        StringBuilder lines = new StringBuilder();
        selected.forEach(listed -> lines.append(line(listed, now)));
        ReplyWriter.verbatim(out, lines.toString(), session.resp3());
    }

    /** Whether an argument is a type of clients in Redis; here all clients are normal. */
    static boolean isType(RespRequest request, int argument) {
        return TYPES.stream().anyMatch(type -> request.is(argument, type));
    }

    private static boolean hasListedId(RespRequest request, ClientSession session) {
        return IntStream.range(3, request.size()).anyMatch(at -> request.number(at) == session.id());
    }

    private static String line(ClientSession session, long now) {
        return "id=" + session.id() + " addr=" + session.address() + " laddr=" + session.localAddress() + " fd=0 name="
                + session.name() + " age=" + Math.max(0, now - session.created()) / SECOND + " idle="
                + Math.max(0, now - session.lastActive()) / SECOND
                + " flags=N db=0 sub=0 psub=0 ssub=0 multi=-1 cmd=" + session.lastCommand() + " user=default resp="
                + (session.resp3() ? 3 : 2) + " lib-name=" + session.libraryName() + " lib-ver="
                + session.libraryVersion() + "\n";
    }

    private static void onOrOff(RespRequest request, ClientSession session, CommandContext context, ByteBuf out) {
        if (request.is(2, "ON") || request.is(2, "OFF")) {
            ReplyWriter.ok(out);
        } else {
            ReplyWriter.error(out, ErrorReplies.SYNTAX);
        }
    }

    private static void tracking(RespRequest request, ClientSession session, CommandContext context, ByteBuf out) {
        if (request.is(2, "OFF")) {
            ReplyWriter.ok(out);
        } else if (request.is(2, "ON")) {
            ReplyWriter.error(out, "ERR CLIENT TRACKING is not supported: clients are not notified when a key changes");
        } else {
            ReplyWriter.error(out, ErrorReplies.SYNTAX);
        }
    }
}
