package dev.divvy.cache.command.connection;

import dev.divvy.cache.command.context.ClientSession;
import dev.divvy.cache.command.context.ClusterView;
import dev.divvy.cache.command.context.CommandContext;
import dev.divvy.cache.command.spec.ErrorReplies;
import dev.divvy.cache.resp.ReplyWriter;
import dev.divvy.cache.resp.RespRequest;
import dev.divvy.cache.store.EntryLayout;
import dev.divvy.cache.store.TokenStore;
import io.netty.buffer.ByteBuf;

/** CLUSTER: shows which node owns which slots. A slot is a token. */
public final class ClusterCommands {

    private static final String AUTOMATIC =
            "the cluster manages itself: nodes that start join, nodes that stop hand their tokens over";

    private static final Subcommands SUBCOMMANDS = new Subcommands("cluster")
            .with("info", 2, ClusterCommands::info)
            .with(
                    "myid",
                    2,
                    (request, session, context, out) ->
                            ReplyWriter.bulk(out, context.cluster().myId()))
            .with("keyslot", 3, ClusterCommands::keySlot)
            .with("countkeysinslot", 3, ClusterCommands::countKeysInSlot)
            .with("getkeysinslot", 4, ClusterCommands::getKeysInSlot)
            .with("slots", 2, ClusterTopologyReplies::slots)
            .with("shards", 2, ClusterTopologyReplies::shards)
            .with("nodes", 2, ClusterTopologyReplies::nodes)
            .with("links", 2, (request, session, context, out) -> ReplyWriter.array(out, 0))
            .refused(AUTOMATIC, "meet", "forget", "failover", "replicate", "reset", "addslots", "addslotsrange")
            .refused(AUTOMATIC, "delslots", "delslotsrange", "setslot", "flushslots", "bumpepoch", "saveconfig")
            .refused(AUTOMATIC, "set-config-epoch")
            .help("INFO", "MYID", "NODES", "SHARDS", "SLOTS", "KEYSLOT <key>", "COUNTKEYSINSLOT <slot>");

    private ClusterCommands() {}

    public static void run(RespRequest request, ClientSession session, CommandContext context, ByteBuf out) {
        SUBCOMMANDS.run(request, session, context, out);
    }

    private static void info(RespRequest request, ClientSession session, CommandContext context, ByteBuf out) {
        ClusterView cluster = context.cluster();
        long owners =
                cluster.nodes().stream().filter(node -> !node.slots().isEmpty()).count();
        String text = """
                cluster_state:%s
                cluster_slots_assigned:%d
                cluster_slots_ok:%d
                cluster_slots_pfail:0
                cluster_slots_fail:%d
                cluster_known_nodes:%d
                cluster_size:%d
                cluster_current_epoch:%d
                cluster_my_epoch:%d
                cluster_stats_messages_sent:0
                cluster_stats_messages_received:0
                """.formatted(
                        cluster.isComplete() ? "ok" : "fail",
                        cluster.ownedTokens(),
                        cluster.servedTokens(),
                        cluster.ownedTokens() - cluster.servedTokens(),
                        cluster.nodes().size(),
                        owners,
                        cluster.epoch(),
                        cluster.epoch());
        ReplyWriter.verbatim(out, text.replace("\n", "\r\n"), session.resp3());
    }

    private static void keySlot(RespRequest request, ClientSession session, CommandContext context, ByteBuf out) {
        ReplyWriter.integer(out, context.cluster().tokens().tokenOf(request.copy(2)));
    }

    private static void countKeysInSlot(
            RespRequest request, ClientSession session, CommandContext context, ByteBuf out) {
        if (!request.isNumber(2)) {
            ReplyWriter.error(out, ErrorReplies.NOT_INTEGER);
            return;
        }
        if (!isSlot(request.number(2), context)) {
            ReplyWriter.error(out, "ERR Invalid slot");
            return;
        }
        TokenStore store = context.entryStore().get((int) request.number(2));
        int size = 0;
        if (store != null) {
            synchronized (store) {
                size = store.size();
            }
        }
        ReplyWriter.integer(out, size);
    }

    private static boolean isSlot(long slot, CommandContext context) {
        return slot >= 0 && slot < context.entryStore().tokens();
    }

    private static void getKeysInSlot(RespRequest request, ClientSession session, CommandContext context, ByteBuf out) {
        if (!request.isNumber(2) || !request.isNumber(3)) {
            ReplyWriter.error(out, ErrorReplies.NOT_INTEGER);
            return;
        }
        if (!isSlot(request.number(2), context) || request.number(3) < 0) {
            ReplyWriter.error(out, "ERR Invalid slot or number of keys");
            return;
        }
        byte[][] entries = {};
        TokenStore store = context.entryStore().get((int) request.number(2));
        if (store != null) {
            synchronized (store) {
                entries = store.snapshot();
            }
        }
        int size = (int) Math.min(entries.length, request.number(3));
        ReplyWriter.array(out, size);
        for (int i = 0; i < size; i++) {
            ReplyWriter.bulk(out, entries[i], EntryLayout.keyStart(), EntryLayout.keyLength(entries[i]));
        }
    }
}
