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

/** COMMAND: shows the commands and their syntax. */
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

    public void run(RespRequest request, ClientSession session, CommandContext context, ByteBuf out) {
        if (request.size() > 1) {
            subcommands.run(request, session, context, out);
        } else {
            info(request, session, context, out);
        }
    }

    private void count(RespRequest request, ClientSession session, CommandContext context, ByteBuf out) {
        ReplyWriter.integer(out, commands.get().size());
    }

    private @Nullable Command find(RespRequest request, int argument) {
        return commands.get().stream()
                .filter(command -> request.is(argument, command.name()))
                .findFirst()
                .orElse(null);
    }

    private void info(RespRequest request, ClientSession session, CommandContext context, ByteBuf out) {
        boolean resp3 = session.resp3();
        if (request.size() < 3) {
            ReplyWriter.array(out, commands.get().size());
            commands.get().forEach(command -> info(command.syntax(), out, resp3));
            return;
        }
        ReplyWriter.array(out, request.size() - 2);
        for (int at = 2; at < request.size(); at++) {
            Command command = find(request, at);
            if (command == null) {
                ReplyWriter.nil(out, resp3);
            } else {
                info(command.syntax(), out, resp3);
            }
        }
    }

    private static void info(CommandSyntax syntax, ByteBuf out, boolean resp3) {
        ReplyWriter.array(out, 10);
        ReplyWriter.bulk(out, syntax.name());
        ReplyWriter.integer(out, syntax.arity());
        ReplyWriter.set(out, syntax.flags().size(), resp3);
        for (CommandFlag flag : syntax.flags()) {
            ReplyWriter.simple(out, flag.redisName());
        }
        ReplyWriter.integer(out, syntax.firstKey());
        ReplyWriter.integer(out, syntax.lastKey());
        ReplyWriter.integer(out, syntax.keyStep());
        List<String> categories = categories(syntax);
        ReplyWriter.set(out, categories.size(), resp3);
        categories.forEach(category -> ReplyWriter.simple(out, category));
        // No tips, no key specifications, no subcommands.
        ReplyWriter.set(out, 0, resp3);
        ReplyWriter.set(out, 0, resp3);
        ReplyWriter.array(out, 0);
    }

    private static List<String> categories(CommandSyntax syntax) {
        String subject = syntax.firstKey() > 0 ? "@string" : "@connection";
        String access = syntax.has(CommandFlag.WRITE) ? "@write" : "@read";
        return syntax.firstKey() > 0 || syntax.has(CommandFlag.WRITE) ? List.of(access, subject) : List.of(subject);
    }

    private void docs(RespRequest request, ClientSession session, CommandContext context, ByteBuf out) {
        List<Command> selected = new ArrayList<>();
        if (request.size() == 2) {
            selected.addAll(commands.get());
        }
        for (int at = 2; at < request.size(); at++) {
            Stream.ofNullable(find(request, at)).forEach(selected::add);
        }
        boolean resp3 = session.resp3();
        ReplyWriter.map(out, selected.size(), resp3);
        for (Command command : selected) {
            ReplyWriter.bulk(out, command.name());
            ReplyWriter.map(out, 2, resp3);
            ReplyWriter.bulk(out, "summary");
            ReplyWriter.bulk(out, command.syntax().summary());
            ReplyWriter.bulk(out, "group");
            ReplyWriter.bulk(out, command.syntax().firstKey() > 0 ? "string" : "server");
        }
    }

    private void list(RespRequest request, ClientSession session, CommandContext context, ByteBuf out) {
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

    private void getKeys(RespRequest request, ClientSession session, CommandContext context, ByteBuf out) {
        Command command = find(request, 2);
        if (command == null) {
            ReplyWriter.error(out, "ERR Invalid command specified");
            return;
        }
        CommandSyntax syntax = command.syntax();
        int size = request.size() - 2;
        if (syntax.firstKey() == 0) {
            ReplyWriter.error(out, "ERR The command has no key arguments");
        } else if (syntax.arity() > 0 ? size != syntax.arity() : size < -syntax.arity()) {
            ReplyWriter.error(out, "ERR Invalid number of arguments specified for command");
        } else {
            int last = syntax.lastKey() < 0 ? size + syntax.lastKey() : syntax.lastKey();
            ReplyWriter.array(out, (last - syntax.firstKey()) / syntax.keyStep() + 1);
            for (int at = syntax.firstKey(); at <= last; at += syntax.keyStep()) {
                ReplyWriter.bulk(out, request.data(), request.start(2 + at), request.length(2 + at));
            }
        }
    }
}
