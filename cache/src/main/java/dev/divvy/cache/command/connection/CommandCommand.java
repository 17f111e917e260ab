package dev.divvy.cache.command.connection;

import dev.divvy.cache.command.context.ClientSession;
import dev.divvy.cache.command.context.CommandContext;
import dev.divvy.cache.command.keyspace.GlobPattern;
import dev.divvy.cache.command.spec.Command;
import dev.divvy.cache.command.spec.CommandFlag;
import dev.divvy.cache.command.spec.CommandSyntax;
import dev.divvy.cache.command.spec.ErrorReplies;
import dev.divvy.cache.resp.ReplyWriter;
import dev.divvy.cache.resp.RespRequest;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** COMMAND: which commands there are, and how they are written. */
public final class CommandCommand {

    private final Supplier<List<Command>> commands;
    private final Subcommands subcommands = new Subcommands("command")
            .with("count", 2, this::count)
            .with("docs", -2, this::docs)
            .with("info", -2, this::info)
            .with("list", -2, this::list)
            .with("getkeys", -3, this::getKeys)
            .help("(no subcommand)", "COUNT", "DOCS [<command-name> ...]", "INFO [<command-name> ...]", "LIST");

    public CommandCommand(Supplier<List<Command>> commands) {
        this.commands = commands;
    }

    public void run(RespRequest request, ClientSession session, CommandContext ground, ByteBuf out) {
        if (request.size() > 1) {
            subcommands.run(request, session, ground, out);
        } else {
            info(request, session, ground, out);
        }
    }

    private void count(RespRequest request, ClientSession session, CommandContext ground, ByteBuf out) {
        ReplyWriter.integer(out, commands.get().size());
    }

    private @Nullable Command named(RespRequest request, int argument) {
        return commands.get().stream()
                .filter(command -> request.is(argument, command.name()))
                .findFirst()
                .orElse(null);
    }

    private void info(RespRequest request, ClientSession session, CommandContext ground, ByteBuf out) {
        boolean resp3 = session.resp3();
        if (request.size() < 3) {
            ReplyWriter.array(out, commands.get().size());
            commands.get().forEach(command -> info(command.form(), out, resp3));
            return;
        }
        ReplyWriter.array(out, request.size() - 2);
        for (int at = 2; at < request.size(); at++) {
            Command command = named(request, at);
            if (command == null) {
                ReplyWriter.nil(out, resp3);
            } else {
                info(command.form(), out, resp3);
            }
        }
    }

    private static void info(CommandSyntax form, ByteBuf out, boolean resp3) {
        ReplyWriter.array(out, 10);
        ReplyWriter.bulk(out, form.name());
        ReplyWriter.integer(out, form.arity());
        ReplyWriter.set(out, form.flags().size(), resp3);
        for (CommandFlag flag : form.flags()) {
            ReplyWriter.simple(out, flag.word());
        }
        ReplyWriter.integer(out, form.firstKey());
        ReplyWriter.integer(out, form.lastKey());
        ReplyWriter.integer(out, form.keyStep());
        List<String> categories = categories(form);
        ReplyWriter.set(out, categories.size(), resp3);
        categories.forEach(category -> ReplyWriter.simple(out, category));
        // No tips, no further ways to find keys, no list of words that may follow.
        ReplyWriter.set(out, 0, resp3);
        ReplyWriter.set(out, 0, resp3);
        ReplyWriter.array(out, 0);
    }

    private static List<String> categories(CommandSyntax form) {
        String about = form.firstKey() > 0 ? "@string" : "@connection";
        String does = form.has(CommandFlag.WRITE) ? "@write" : "@read";
        return form.firstKey() > 0 || form.has(CommandFlag.WRITE) ? List.of(does, about) : List.of(about);
    }

    private void docs(RespRequest request, ClientSession session, CommandContext ground, ByteBuf out) {
        List<Command> chosen = new ArrayList<>();
        if (request.size() == 2) {
            chosen.addAll(commands.get());
        }
        for (int at = 2; at < request.size(); at++) {
            Stream.ofNullable(named(request, at)).forEach(chosen::add);
        }
        boolean resp3 = session.resp3();
        ReplyWriter.map(out, chosen.size(), resp3);
        for (Command command : chosen) {
            ReplyWriter.bulk(out, command.name());
            ReplyWriter.map(out, 2, resp3);
            ReplyWriter.bulk(out, "summary");
            ReplyWriter.bulk(out, command.form().summary());
            ReplyWriter.bulk(out, "group");
            ReplyWriter.bulk(out, command.form().firstKey() > 0 ? "string" : "server");
        }
    }

    private void list(RespRequest request, ClientSession session, CommandContext ground, ByteBuf out) {
        GlobPattern pattern = new GlobPattern(new byte[] {'*'});
        if (request.size() == 5 && request.is(2, "FILTERBY") && request.is(3, "PATTERN")) {
            pattern = new GlobPattern(request.copy(4));
        } else if (request.size() > 2) {
            ReplyWriter.error(out, ErrorReplies.SYNTAX);
            return;
        }
        GlobPattern wanted = pattern;
        List<String> names = commands.get().stream()
                .map(Command::name)
                .filter(name -> wanted.matches(name.getBytes(StandardCharsets.US_ASCII)))
                .toList();
        ReplyWriter.array(out, names.size());
        names.forEach(name -> ReplyWriter.bulk(out, name));
    }

    private void getKeys(RespRequest request, ClientSession session, CommandContext ground, ByteBuf out) {
        Command command = named(request, 2);
        if (command == null) {
            ReplyWriter.error(out, "ERR Invalid command specified");
            return;
        }
        CommandSyntax form = command.form();
        int size = request.size() - 2;
        if (form.firstKey() == 0) {
            ReplyWriter.error(out, "ERR The command has no key arguments");
        } else if (form.arity() > 0 ? size != form.arity() : size < -form.arity()) {
            ReplyWriter.error(out, "ERR Invalid number of arguments specified for command");
        } else {
            int last = form.lastKey() < 0 ? size + form.lastKey() : form.lastKey();
            ReplyWriter.array(out, (last - form.firstKey()) / form.keyStep() + 1);
            for (int at = form.firstKey(); at <= last; at += form.keyStep()) {
                ReplyWriter.bulk(out, request.data(), request.start(2 + at), request.length(2 + at));
            }
        }
    }
}
