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

/** The subcommands of a command such as CLIENT. */
final class Subcommands {

    /**
     * A subcommand.
     *
     * @param fullName both words, as in {@code client|list}
     * @param arity the number of arguments, including both words; -n for n or more
     */
    private record Subcommand(String name, String fullName, int arity, ConnectionCommand.Action action) {

        boolean accepts(int size) {
            return arity > 0 ? size == arity : size >= -arity;
        }
    }

    private final String container;
    private final List<Subcommand> all = new ArrayList<>();

    Subcommands(String container) {
        this.container = container;
    }

    Subcommands with(String name, int arity, ConnectionCommand.Action action) {
        all.add(new Subcommand(name, container + "|" + name, arity, action));
        return this;
    }

    /** Adds subcommands that are always refused. */
    Subcommands refused(String why, String... names) {
        for (String name : names) {
            with(name, -2, (request, session, context, out) -> ReplyWriter.error(out, "ERR " + why));
        }
        return this;
    }

    Subcommands help(String... lines) {
        List<String> texts = new ArrayList<>();
        texts.add(upper() + " <subcommand> [<arg> [value] [opt] ...]. Subcommands are:");
        texts.addAll(List.of(lines));
        return with("help", 2, (request, session, context, out) -> {
            ReplyWriter.array(out, texts.size());
            texts.forEach(line -> ReplyWriter.simple(out, line));
        });
    }

    private String upper() {
        return container.toUpperCase(Locale.ROOT);
    }

    void run(RespRequest request, ClientSession session, CommandContext context, ByteBuf out) {
        for (Subcommand subcommand : all) {
            if (request.is(1, subcommand.name())) {
                session.lastCommand(subcommand.fullName());
                if (subcommand.accepts(request.size())) {
                    subcommand.action().run(request, session, context, out);
                } else {
                    ReplyWriter.error(out, ErrorReplies.arity(subcommand.fullName()));
                }
                return;
            }
        }
        ReplyWriter.error(out, ErrorReplies.unknownSubcommand(request, upper()));
    }
}
