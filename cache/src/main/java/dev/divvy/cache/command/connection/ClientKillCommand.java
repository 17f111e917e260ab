package dev.divvy.cache.command.connection;

import dev.divvy.cache.command.context.ClientSession;
import dev.divvy.cache.command.context.CommandContext;
import dev.divvy.cache.command.spec.ErrorReplies;
import dev.divvy.cache.resp.ReplyWriter;
import dev.divvy.cache.resp.RespRequest;
import io.netty.buffer.ByteBuf;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** CLIENT KILL: closes the connections that match all filters. The caller's own connection is closed after the reply. */
final class ClientKillCommand {

    private Predicate<ClientSession> filter = session -> true;
    private boolean skipMe = true;
    private @Nullable String error;

    private ClientKillCommand() {}

    static void run(RespRequest request, ClientSession session, CommandContext context, ByteBuf out) {
        ClientKillCommand kill = new ClientKillCommand();
        boolean oldSyntax = request.size() == 3;
        if (oldSyntax) {
            String address = request.text(2);
            kill.filter = candidate -> candidate.address().equals(address);
            kill.skipMe = false;
        } else {
            kill.parse(request);
        }
        if (kill.error != null) {
            ReplyWriter.error(out, kill.error);
            return;
        }
        List<ClientSession> victims = context.sessions().all().stream()
                .filter(candidate -> !(kill.skipMe && candidate.id() == session.id()))
                .filter(kill.filter)
                .toList();
        if (!oldSyntax) {
            ReplyWriter.integer(out, victims.size());
        } else if (victims.isEmpty()) {
            ReplyWriter.error(out, "ERR No such client");
        } else {
            ReplyWriter.ok(out);
        }
        for (ClientSession victim : victims) {
            if (victim.id() == session.id()) {
                session.closeAfterReply();
            } else {
                context.sessions().remove(victim); // the next CLIENT LIST does not show it
                victim.close();
            }
        }
    }

    private void parse(RespRequest request) {
        if (request.size() % 2 != 0) {
            error = ErrorReplies.SYNTAX;
            return;
        }
        for (int at = 2; at < request.size() && error == null; at += 2) {
            option(request, at, request.text(at + 1));
        }
    }

    private void option(RespRequest request, int at, String value) {
        if (request.is(at, "ID")) {
            if (!request.isNumber(at + 1) || request.number(at + 1) < 1) {
                error = "ERR client-id should be greater than 0";
                return;
            }
            long id = request.number(at + 1);
            filter = filter.and(candidate -> candidate.id() == id);
        } else if (request.is(at, "ADDR")) {
            filter = filter.and(candidate -> candidate.address().equals(value));
        } else if (request.is(at, "LADDR")) {
            filter = filter.and(candidate -> candidate.localAddress().equals(value));
        } else if (request.is(at, "TYPE")) {
            error = ClientCommands.isType(request, at + 1) ? null : "ERR Unknown client type '" + value + "'";
            boolean normal = request.is(at + 1, "normal");
            filter = filter.and(candidate -> normal);
        } else if (request.is(at, "USER")) {
            error = value.equals("default") ? null : "ERR No such user '" + value + "'";
        } else if (request.is(at, "SKIPME") && (request.is(at + 1, "yes") || request.is(at + 1, "no"))) {
            skipMe = request.is(at + 1, "yes");
        } else {
            error = ErrorReplies.SYNTAX;
        }
    }
}
