package dev.divvy.cache.command.connection;

import dev.divvy.cache.command.form.Faults;
import dev.divvy.cache.command.ground.Ground;
import dev.divvy.cache.command.ground.Session;
import dev.divvy.cache.resp.Replies;
import dev.divvy.cache.resp.Request;
import io.netty.buffer.ByteBuf;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** CLIENT KILL: ends the connections that fit all that is asked. The one that asks hears the answer first. */
final class ClientKill {

    private Predicate<Session> chosen = session -> true;
    private boolean skipMe = true;
    private @Nullable String fault;

    private ClientKill() {}

    static void run(Request request, Session session, Ground ground, ByteBuf out) {
        ClientKill kill = new ClientKill();
        boolean old = request.size() == 3;
        if (old) {
            String address = request.text(2);
            kill.chosen = one -> one.address().equals(address);
            kill.skipMe = false;
        } else {
            kill.parse(request);
        }
        if (kill.fault != null) {
            Replies.error(out, kill.fault);
            return;
        }
        List<Session> gone = ground.sessions().all().stream()
                .filter(one -> !(kill.skipMe && one.id() == session.id()))
                .filter(kill.chosen)
                .toList();
        if (!old) {
            Replies.integer(out, gone.size());
        } else if (gone.isEmpty()) {
            Replies.error(out, "ERR No such client");
        } else {
            Replies.ok(out);
        }
        for (Session one : gone) {
            if (one.id() == session.id()) {
                session.closeAfterReply();
            } else {
                ground.sessions().remove(one); // whoever lists them next does not see it
                one.close();
            }
        }
    }

    private void parse(Request request) {
        if (request.size() % 2 != 0) {
            fault = Faults.SYNTAX;
            return;
        }
        for (int at = 2; at < request.size() && fault == null; at += 2) {
            option(request, at, request.text(at + 1));
        }
    }

    private void option(Request request, int at, String value) {
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
            fault = Clients.isType(request, at + 1) ? null : "ERR Unknown client type '" + value + "'";
            boolean normal = request.is(at + 1, "normal");
            chosen = chosen.and(one -> normal);
        } else if (request.is(at, "USER")) {
            fault = value.equals("default") ? null : "ERR No such user '" + value + "'";
        } else if (request.is(at, "SKIPME") && (request.is(at + 1, "yes") || request.is(at + 1, "no"))) {
            skipMe = request.is(at + 1, "yes");
        } else {
            fault = Faults.SYNTAX;
        }
    }
}
