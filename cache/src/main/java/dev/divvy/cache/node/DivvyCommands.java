package dev.divvy.cache.node;

import dev.divvy.allocation.Runs;
import dev.divvy.cache.cluster.Peer;
import dev.divvy.cache.cluster.ServedTokens;
import dev.divvy.cache.command.CommandDispatcher;
import dev.divvy.cache.resp.ReplyWriter;
import dev.divvy.cache.resp.RespRequest;
import dev.divvy.cache.store.EntryStore;
import dev.divvy.cache.transfer.IncomingTransfers;
import dev.divvy.coordination.Membership;
import dev.divvy.coordination.report.StatusText;
import dev.divvy.coordination.status.GroupStatus;
import dev.divvy.coordination.status.MemberStatus;
import io.netty.buffer.ByteBuf;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;

/** What people ask a node about its cluster, in the same protocol as everything else: {@code DIVVY.NODES} and the like. */
public final class DivvyCommands implements CommandDispatcher.Extension {

    private final Membership membership;
    private final EntryStore shelves;
    private final ServedTokens servedTokens;
    private final IncomingTransfers guests;

    public DivvyCommands(
            Membership membership, EntryStore shelves, ServedTokens servedTokens, IncomingTransfers guests) {
        this.membership = membership;
        this.shelves = shelves;
        this.servedTokens = servedTokens;
        this.guests = guests;
    }

    @Override
    public boolean run(RespRequest request, ByteBuf out) {
        String name = request.text(0).toUpperCase(Locale.ROOT);
        switch (name) {
            case "DIVVY.NODES" -> nodes(out);
            case "DIVVY.INSIDE" -> inside(out);
            case "DIVVY.STATUS" -> lines(status(), out);
            case "DIVVY.HISTORY" -> lines(StatusText.history(membership.status()), out);
            case "DIVVY.WHY" -> {
                if (request.size() == 2) {
                    lines(StatusText.why(membership.status(), request.copy(1)), out);
                } else {
                    ReplyWriter.error(out, "ERR wrong number of arguments for 'divvy.why' command");
                }
            }
            case "DIVVY.PLAN" -> {
                if (request.size() == 3 && request.is(1, "LEAVE")) {
                    plan(request.text(2), out);
                } else {
                    ReplyWriter.error(out, "ERR syntax error: DIVVY.PLAN LEAVE name");
                }
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    private void nodes(ByteBuf out) {
        List<MemberStatus> members = membership.status().members();
        ReplyWriter.array(out, members.size());
        for (MemberStatus member : members) {
            Peer peer = Peer.of(member.life(), member.address());
            boolean me = member.id().equals(membership.id());
            fields(
                    out,
                    "name",
                    member.id(),
                    "life",
                    member.life().toString(),
                    "state",
                    member.state().toString(),
                    "listen",
                    listen(member),
                    "tokens",
                    Integer.toString(member.pieces().count()),
                    "runs",
                    shown(member.pieces()),
                    "pid",
                    Long.toString(peer.pid()),
                    "entries",
                    Long.toString(me ? shelves.counters().entries() : -1));
        }
    }

    private static String shown(Runs runs) {
        StringJoiner text = new StringJoiner(" ");
        for (int run = 0; run < runs.size(); run++) {
            text.add(
                    runs.first(run) == runs.last(run)
                            ? Integer.toString(runs.first(run))
                            : runs.first(run) + "-" + runs.last(run));
        }
        return text.toString();
    }

    private void inside(ByteBuf out) {
        int[] kept = new int[1];
        long[] foreign = new long[1];
        shelves.forEach((shelf, token) -> {
            kept[0]++;
            if (servedTokens.of(token) == null) {
                synchronized (shelf) {
                    foreign[0] += shelf.size();
                }
            }
        });
        fields(
                out,
                "entries",
                Long.toString(shelves.counters().entries()),
                "tokens",
                Integer.toString(servedTokens.count()),
                "kept",
                Integer.toString(kept[0]),
                "foreign",
                Long.toString(foreign[0]),
                "arrived",
                Integer.toString(guests.size()),
                "memory",
                Long.toString(shelves.counters().bytes()));
    }

    private static void fields(ByteBuf out, String... words) {
        ReplyWriter.array(out, words.length);
        for (String word : words) {
            ReplyWriter.bulk(out, word);
        }
    }

    private static void lines(List<String> lines, ByteBuf out) {
        ReplyWriter.array(out, lines.size());
        lines.forEach(line -> ReplyWriter.bulk(out, line));
    }

    private List<String> status() {
        GroupStatus status = membership.status();
        boolean calm = status.calm() && servedTokens.count() == status.self().held();
        return StatusText.status(status, calm, DivvyCommands::listen);
    }

    private static String listen(MemberStatus member) {
        Peer peer = Peer.of(member.life(), member.address());
        return peer.reachable() ? peer.host() + ":" + peer.port() : "";
    }

    private void plan(String name, ByteBuf out) {
        try {
            lines(StatusText.planned(membership.status(), membership.group().planner(), name), out);
        } catch (IllegalArgumentException e) {
            ReplyWriter.error(out, "ERR " + e.getMessage());
        }
    }
}
