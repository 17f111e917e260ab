package dev.divvy.cache.command.connection;

import dev.divvy.cache.command.form.Command;
import dev.divvy.cache.command.form.Faults;
import dev.divvy.cache.command.form.Flag;
import dev.divvy.cache.command.form.Form;
import dev.divvy.cache.command.ground.Ground;
import dev.divvy.cache.command.ground.Session;
import dev.divvy.cache.command.keyspace.Glob;
import dev.divvy.cache.resp.Replies;
import dev.divvy.cache.resp.Request;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** COMMAND: which commands there are, and how they are written. */
public final class Catalog {

    private final Supplier<List<Command>> commands;
    private final Subcommands subcommands = new Subcommands("command")
            .with("count", 2, this::count)
            .with("docs", -2, this::docs)
            .with("info", -2, this::info)
            .with("list", -2, this::list)
            .with("getkeys", -3, this::getKeys)
            .help("(no subcommand)", "COUNT", "DOCS [<command-name> ...]", "INFO [<command-name> ...]", "LIST");

    public Catalog(Supplier<List<Command>> commands) {
        this.commands = commands;
    }

    public void run(Request request, Session session, Ground ground, ByteBuf out) {
        if (request.size() > 1) {
            subcommands.run(request, session, ground, out);
        } else {
            info(request, session, ground, out);
        }
    }

    private void count(Request request, Session session, Ground ground, ByteBuf out) {
        Replies.integer(out, commands.get().size());
    }

    private @Nullable Command named(Request request, int argument) {
        return commands.get().stream()
                .filter(command -> request.is(argument, command.name()))
                .findFirst()
                .orElse(null);
    }

    private void info(Request request, Session session, Ground ground, ByteBuf out) {
        boolean resp3 = session.resp3();
        if (request.size() < 3) {
            Replies.array(out, commands.get().size());
            commands.get().forEach(command -> info(command.form(), out, resp3));
            return;
        }
        Replies.array(out, request.size() - 2);
        for (int at = 2; at < request.size(); at++) {
            Command command = named(request, at);
            if (command == null) {
                Replies.nil(out, resp3);
            } else {
                info(command.form(), out, resp3);
            }
        }
    }

    private static void info(Form form, ByteBuf out, boolean resp3) {
        Replies.array(out, 10);
        Replies.bulk(out, form.name());
        Replies.integer(out, form.arity());
        Replies.set(out, form.flags().size(), resp3);
        for (Flag flag : form.flags()) {
            Replies.simple(out, flag.word());
        }
        Replies.integer(out, form.firstKey());
        Replies.integer(out, form.lastKey());
        Replies.integer(out, form.keyStep());
        List<String> categories = categories(form);
        Replies.set(out, categories.size(), resp3);
        categories.forEach(category -> Replies.simple(out, category));
        // No tips, no further ways to find keys, no list of words that may follow.
        Replies.set(out, 0, resp3);
        Replies.set(out, 0, resp3);
        Replies.array(out, 0);
    }

    private static List<String> categories(Form form) {
        String about = form.firstKey() > 0 ? "@string" : "@connection";
        String does = form.has(Flag.WRITE) ? "@write" : "@read";
        return form.firstKey() > 0 || form.has(Flag.WRITE) ? List.of(does, about) : List.of(about);
    }

    private void docs(Request request, Session session, Ground ground, ByteBuf out) {
        List<Command> chosen = new ArrayList<>();
        if (request.size() == 2) {
            chosen.addAll(commands.get());
        }
        for (int at = 2; at < request.size(); at++) {
            Stream.ofNullable(named(request, at)).forEach(chosen::add);
        }
        boolean resp3 = session.resp3();
        Replies.map(out, chosen.size(), resp3);
        for (Command command : chosen) {
            Replies.bulk(out, command.name());
            Replies.map(out, 2, resp3);
            Replies.bulk(out, "summary");
            Replies.bulk(out, command.form().summary());
            Replies.bulk(out, "group");
            Replies.bulk(out, command.form().firstKey() > 0 ? "string" : "server");
        }
    }

    private void list(Request request, Session session, Ground ground, ByteBuf out) {
        Glob pattern = new Glob(new byte[] {'*'});
        if (request.size() == 5 && request.is(2, "FILTERBY") && request.is(3, "PATTERN")) {
            pattern = new Glob(request.copy(4));
        } else if (request.size() > 2) {
            Replies.error(out, Faults.SYNTAX);
            return;
        }
        Glob wanted = pattern;
        List<String> names = commands.get().stream()
                .map(Command::name)
                .filter(name -> wanted.matches(name.getBytes(StandardCharsets.US_ASCII)))
                .toList();
        Replies.array(out, names.size());
        names.forEach(name -> Replies.bulk(out, name));
    }

    private void getKeys(Request request, Session session, Ground ground, ByteBuf out) {
        Command command = named(request, 2);
        if (command == null) {
            Replies.error(out, "ERR Invalid command specified");
            return;
        }
        Form form = command.form();
        int size = request.size() - 2;
        if (form.firstKey() == 0) {
            Replies.error(out, "ERR The command has no key arguments");
        } else if (form.arity() > 0 ? size != form.arity() : size < -form.arity()) {
            Replies.error(out, "ERR Invalid number of arguments specified for command");
        } else {
            int last = form.lastKey() < 0 ? size + form.lastKey() : form.lastKey();
            Replies.array(out, (last - form.firstKey()) / form.keyStep() + 1);
            for (int at = form.firstKey(); at <= last; at += form.keyStep()) {
                Replies.bulk(out, request.data(), request.start(2 + at), request.length(2 + at));
            }
        }
    }
}
