package dev.divvy.cache.node;

import dev.divvy.allocation.Runs;
import dev.divvy.cache.cluster.Peer;
import dev.divvy.cache.cluster.ServedTokens;
import dev.divvy.cache.command.CommandDispatcher;
import dev.divvy.cache.command.spec.ErrorReplies;
import dev.divvy.cache.replication.Replication;
import dev.divvy.cache.resp.ReplyWriter;
import dev.divvy.cache.resp.RespRequest;
import dev.divvy.cache.store.EntryStore;
import dev.divvy.coordination.Membership;
import dev.divvy.coordination.report.StatusText;
import dev.divvy.coordination.status.GroupStatus;
import dev.divvy.coordination.status.MemberStatus;
import io.netty.buffer.ByteBuf;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;

/** The commands of Divvy that show the cluster: {@code DIVVY.NODES}, {@code DIVVY.STATUS} and others. */
public final class DivvyCommands implements CommandDispatcher.Extension {

    private final Membership membership;
    private final EntryStore entryStore;
    private final ServedTokens servedTokens;
    private final Replication replication;
    private final OperatorCommands orders;

    public DivvyCommands(
            Membership membership, EntryStore entryStore, ServedTokens servedTokens, Replication replication) {
        this.membership = membership;
        this.entryStore = entryStore;
        this.servedTokens = servedTokens;
        this.replication = replication;
        this.orders = new OperatorCommands(membership);
    }

    @Override
    public boolean run(RespRequest request, ByteBuf out) {
        String name = request.text(0).toUpperCase(Locale.ROOT);
        switch (name) {
            case "DIVVY.NODES" -> nodes(out);
            case "DIVVY.COUNTERS" -> counters(out);
            case "DIVVY.STATUS" -> lines(status(), out);
            case "DIVVY.SNAPSHOT" -> {
                if (request.size() == 1) {
                    snapshot(out);
                } else {
                    ReplyWriter.error(out, ErrorReplies.arity("divvy.snapshot"));
                }
            }
            case "DIVVY.HISTORY" -> lines(StatusText.history(membership.status()), out);
            case "DIVVY.WHY" -> {
                if (request.size() == 2) {
                    lines(StatusText.why(membership.status(), request.copy(1)), out);
                } else {
                    ReplyWriter.error(out, ErrorReplies.arity("divvy.why"));
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
                return orders.run(name, request, out);
            }
        }
        return true;
    }

    private void nodes(ByteBuf out) {
        List<MemberStatus> members = membership.status().members();
        ReplyWriter.array(out, members.size());
        for (MemberStatus member : members) {
            Peer peer = Peer.of(member.incarnation(), member.address());
            boolean self = member.id().equals(membership.id());
            SnapshotReply.fields(
                    out,
                    "name",
                    member.id(),
                    "incarnation",
                    member.incarnation().toString(),
                    "state",
                    member.state().toString(),
                    "listen",
                    addressOf(member),
                    "tokens",
                    Integer.toString(member.pieces().count()),
                    "runs",
                    rangesOf(member.pieces()),
                    "pid",
                    Long.toString(peer.pid()),
                    "entries",
                    Long.toString(self ? entryStore.counters().entries() : -1));
        }
    }

    private static String rangesOf(Runs runs) {
        StringJoiner text = new StringJoiner(" ");
        for (int run = 0; run < runs.size(); run++) {
            text.add(
                    runs.first(run) == runs.last(run)
                            ? Integer.toString(runs.first(run))
                            : runs.first(run) + "-" + runs.last(run));
        }
        return text.toString();
    }

    private void counters(ByteBuf out) {
        SnapshotReply.fields(
                out,
                "entries",
                Long.toString(entryStore.counters().entries()),
                "tokens",
                Integer.toString(servedTokens.count()),
                "copies",
                Long.toString(entryStore.copies().entries()),
                "foreign",
                Long.toString(replication.foreignEntries()),
                "unsettled",
                Integer.toString(replication.unsettledTokens()),
                "lost",
                Long.toString(replication.lostTokens()),
                "memory",
                Long.toString(entryStore.bytes()));
    }

    private static void lines(List<String> lines, ByteBuf out) {
        ReplyWriter.array(out, lines.size());
        lines.forEach(line -> ReplyWriter.bulk(out, line));
    }

    private List<String> status() {
        GroupStatus status = membership.status();
        return StatusText.status(status, isCalm(status), DivvyCommands::addressOf);
    }

    private void snapshot(ByteBuf out) {
        GroupStatus status = membership.status();
        Duration timeToLive = membership.group().timing().timeToLive();
        SnapshotReply.write(status, isCalm(status), timeToLive, DivvyCommands::addressOf, out);
    }

    /** Returns whether the group is calm and this node serves all that it holds. */
    private boolean isCalm(GroupStatus status) {
        return status.calm() && servedTokens.count() == status.self().held();
    }

    private static String addressOf(MemberStatus member) {
        Peer peer = Peer.of(member.incarnation(), member.address());
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
