package dev.divvy.cache.command.connection;

import dev.divvy.cache.command.context.ClientSession;
import dev.divvy.cache.command.context.ClusterView;
import dev.divvy.cache.command.context.CommandContext;
import dev.divvy.cache.command.spec.ErrorReplies;
import dev.divvy.cache.resp.ReplyWriter;
import dev.divvy.cache.resp.RespRequest;
import dev.divvy.cache.store.Entry;
import dev.divvy.cache.store.TokenStore;
import io.netty.buffer.ByteBuf;

/** CLUSTER: which node owns which slots. A slot is a token. */
public final class ClusterCommands {

    private static final String NOT_BY_HAND =
            "the cluster looks after itself: nodes that start join, nodes that stop hand their tokens over";

    private static final Subcommands SUBCOMMANDS = new Subcommands("cluster")
            .with("info", 2, ClusterCommands::info)
            .with(
                    "myid",
                    2,
                    (request, session, ground, out) ->
                            ReplyWriter.bulk(out, ground.cluster().myId()))
            .with("keyslot", 3, ClusterCommands::keySlot)
            .with("countkeysinslot", 3, ClusterCommands::countKeysInSlot)
            .with("getkeysinslot", 4, ClusterCommands::getKeysInSlot)
            .with("slots", 2, ClusterTopologyReplies::slots)
            .with("shards", 2, ClusterTopologyReplies::shards)
            .with("nodes", 2, ClusterTopologyReplies::nodes)
            .with("links", 2, (request, session, ground, out) -> ReplyWriter.array(out, 0))
            .refused(NOT_BY_HAND, "meet", "forget", "failover", "replicate", "reset", "addslots", "addslotsrange")
            .refused(NOT_BY_HAND, "delslots", "delslotsrange", "setslot", "flushslots", "bumpepoch", "saveconfig")
            .refused(NOT_BY_HAND, "set-config-epoch")
            .help("INFO", "MYID", "NODES", "SHARDS", "SLOTS", "KEYSLOT <key>", "COUNTKEYSINSLOT <slot>");

    private ClusterCommands() {}

    public static void run(RespRequest request, ClientSession session, CommandContext ground, ByteBuf out) {
        SUBCOMMANDS.run(request, session, ground, out);
    }

    private static void info(RespRequest request, ClientSession session, CommandContext ground, ByteBuf out) {
        ClusterView cluster = ground.cluster();
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
                        cluster.owned(),
                        cluster.served(),
                        cluster.owned() - cluster.served(),
                        cluster.nodes().size(),
                        owners,
                        cluster.epoch(),
                        cluster.epoch());
        ReplyWriter.verbatim(out, text.replace("\n", "\r\n"), session.resp3());
    }

    private static void keySlot(RespRequest request, ClientSession session, CommandContext ground, ByteBuf out) {
        ReplyWriter.integer(out, ground.cluster().tokens().tokenOf(request.copy(2)));
    }

    private static void countKeysInSlot(
            RespRequest request, ClientSession session, CommandContext ground, ByteBuf out) {
        if (!request.isNumber(2)) {
            ReplyWriter.error(out, ErrorReplies.NOT_INTEGER);
            return;
        }
        if (!isSlot(request.number(2), ground)) {
            ReplyWriter.error(out, "ERR Invalid slot");
            return;
        }
        TokenStore shelf = ground.shelves().of((int) request.number(2));
        int size = 0;
        if (shelf != null) {
            synchronized (shelf) {
                size = shelf.size();
            }
        }
        ReplyWriter.integer(out, size);
    }

    private static boolean isSlot(long slot, CommandContext ground) {
        return slot >= 0 && slot < ground.shelves().tokens();
    }

    private static void getKeysInSlot(RespRequest request, ClientSession session, CommandContext ground, ByteBuf out) {
        if (!request.isNumber(2) || !request.isNumber(3)) {
            ReplyWriter.error(out, ErrorReplies.NOT_INTEGER);
            return;
        }
        if (!isSlot(request.number(2), ground) || request.number(3) < 0) {
            ReplyWriter.error(out, "ERR Invalid slot or number of keys");
            return;
        }
        byte[][] entries = {};
        TokenStore shelf = ground.shelves().of((int) request.number(2));
        if (shelf != null) {
            synchronized (shelf) {
                entries = shelf.snapshot();
            }
        }
        int size = (int) Math.min(entries.length, request.number(3));
        ReplyWriter.array(out, size);
        for (int i = 0; i < size; i++) {
            ReplyWriter.bulk(out, entries[i], Entry.keyStart(), Entry.keyLength(entries[i]));
        }
    }
}
