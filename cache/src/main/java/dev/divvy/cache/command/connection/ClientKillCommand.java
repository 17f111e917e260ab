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

/** CLIENT KILL: ends the connections that fit all that is asked. The one that asks hears the answer first. */
final class ClientKillCommand {

    private Predicate<ClientSession> chosen = session -> true;
    private boolean skipMe = true;
    private @Nullable String fault;

    private ClientKillCommand() {}

    static void run(RespRequest request, ClientSession session, CommandContext ground, ByteBuf out) {
        ClientKillCommand kill = new ClientKillCommand();
        boolean old = request.size() == 3;
        if (old) {
            String address = request.text(2);
            kill.chosen = one -> one.address().equals(address);
            kill.skipMe = false;
        } else {
            kill.parse(request);
        }
        if (kill.fault != null) {
            ReplyWriter.error(out, kill.fault);
            return;
        }
        List<ClientSession> gone = ground.sessions().all().stream()
                .filter(one -> !(kill.skipMe && one.id() == session.id()))
                .filter(kill.chosen)
                .toList();
        if (!old) {
            ReplyWriter.integer(out, gone.size());
        } else if (gone.isEmpty()) {
            ReplyWriter.error(out, "ERR No such client");
        } else {
            ReplyWriter.ok(out);
        }
        for (ClientSession one : gone) {
            if (one.id() == session.id()) {
                session.closeAfterReply();
            } else {
                ground.sessions().remove(one); // whoever lists them next does not see it
                one.close();
            }
        }
    }

    private void parse(RespRequest request) {
        if (request.size() % 2 != 0) {
            fault = ErrorReplies.SYNTAX;
            return;
        }
        for (int at = 2; at < request.size() && fault == null; at += 2) {
            option(request, at, request.text(at + 1));
        }
    }

    private void option(RespRequest request, int at, String value) {
        if (request.is(at, "ID")) {
            if (!request.isNumber(at + 1) || request.number(at + 1) < 1) {
                fault = "ERR client-id should be greater than 0";
                return;
            }
            long id = request.number(at + 1);
            chosen = chosen.and(one -> one.id() == id);
        } else if (request.is(at, "ADDR")) {
            chosen = chosen.and(one -> one.address().equals(value));
        } else if (request.is(at, "LADDR")) {
            chosen = chosen.and(one -> one.localAddress().equals(value));
        } else if (request.is(at, "TYPE")) {
            fault = ClientCommands.isType(request, at + 1) ? null : "ERR Unknown client type '" + value + "'";
            boolean normal = request.is(at + 1, "normal");
            chosen = chosen.and(one -> normal);
        } else if (request.is(at, "USER")) {
            fault = value.equals("default") ? null : "ERR No such user '" + value + "'";
        } else if (request.is(at, "SKIPME") && (request.is(at + 1, "yes") || request.is(at + 1, "no"))) {
            skipMe = request.is(at + 1, "yes");
        } else {
            fault = ErrorReplies.SYNTAX;
        }
    }
}
