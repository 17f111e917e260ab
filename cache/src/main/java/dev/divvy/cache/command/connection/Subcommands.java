package dev.divvy.cache.command.connection;

import dev.divvy.cache.command.form.ConnectionCommand;
import dev.divvy.cache.command.form.Faults;
import dev.divvy.cache.command.ground.Ground;
import dev.divvy.cache.command.ground.Session;
import dev.divvy.cache.resp.Replies;
import dev.divvy.cache.resp.Request;
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
            with(name, -2, (request, session, ground, out) -> Replies.error(out, "ERR " + why));
        }
        return this;
    }

    Subcommands help(String... lines) {
        List<String> texts = new ArrayList<>();
        texts.add(upper() + " <subcommand> [<arg> [value] [opt] ...]. Subcommands are:");
        texts.addAll(List.of(lines));
        return with("help", 2, (request, session, ground, out) -> {
            Replies.array(out, texts.size());
            texts.forEach(line -> Replies.simple(out, line));
        });
    }

    private String upper() {
        return container.toUpperCase(Locale.ROOT);
    }

    void run(Request request, Session session, Ground ground, ByteBuf out) {
        for (Subcommand one : all) {
            if (request.is(1, one.name())) {
                session.lastCommand(one.whole());
                if (one.takes(request.size())) {
                    one.work().run(request, session, ground, out);
                } else {
                    Replies.error(out, Faults.arity(one.whole()));
                }
                return;
            }
        }
        Replies.error(out, Faults.unknownSubcommand(request, upper()));
    }
}
