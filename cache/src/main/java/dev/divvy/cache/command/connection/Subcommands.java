package dev.divvy.cache.command.connection;

import dev.divvy.cache.command.context.ClientSession;
import dev.divvy.cache.command.context.CommandContext;
import dev.divvy.cache.command.spec.ConnectionCommand;
import dev.divvy.cache.command.spec.ErrorReplies;
import dev.divvy.cache.resp.ReplyWriter;
import dev.divvy.cache.resp.RespRequest;
import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The words that may follow a command such as CLIENT, each with what it does. */
final class Subcommands {

    /** @param whole both words, as they are shown */
    private record Subcommand(String name, String whole, int arity, ConnectionCommand.Work work) {

        boolean takes(int size) {
            return arity > 0 ? size == arity : size >= -arity;
        }
    }

    private final String container;
    private final List<Subcommand> all = new ArrayList<>();

    Subcommands(String container) {
        this.container = container;
    }

    Subcommands with(String name, int arity, ConnectionCommand.Work work) {
        all.add(new Subcommand(name, container + "|" + name, arity, work));
        return this;
    }

    /** One that is known and never done. */
    Subcommands refused(String why, String... names) {
        for (String name : names) {
            with(name, -2, (request, session, ground, out) -> ReplyWriter.error(out, "ERR " + why));
        }
        return this;
    }

    Subcommands help(String... lines) {
        List<String> texts = new ArrayList<>();
        texts.add(upper() + " <subcommand> [<arg> [value] [opt] ...]. Subcommands are:");
        texts.addAll(List.of(lines));
        return with("help", 2, (request, session, ground, out) -> {
            ReplyWriter.array(out, texts.size());
            texts.forEach(line -> ReplyWriter.simple(out, line));
        });
    }

    private String upper() {
        return container.toUpperCase(Locale.ROOT);
    }

    void run(RespRequest request, ClientSession session, CommandContext ground, ByteBuf out) {
        for (Subcommand one : all) {
            if (request.is(1, one.name())) {
                session.lastCommand(one.whole());
                if (one.takes(request.size())) {
                    one.work().run(request, session, ground, out);
                } else {
                    ReplyWriter.error(out, ErrorReplies.arity(one.whole()));
                }
                return;
            }
        }
        ReplyWriter.error(out, ErrorReplies.unknownSubcommand(request, upper()));
    }
}
