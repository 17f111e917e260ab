package dev.divvy.cache.command.connection;

import dev.divvy.cache.command.form.Faults;
import dev.divvy.cache.command.ground.ClusterView;
import dev.divvy.cache.command.ground.Ground;
import dev.divvy.cache.command.ground.Session;
import dev.divvy.cache.resp.Replies;
import dev.divvy.cache.resp.Request;
import dev.divvy.cache.store.Entry;
import dev.divvy.cache.store.Shelf;
import io.netty.buffer.ByteBuf;

/** CLUSTER: which node owns which slots. A slot is a token. */
public final class Cluster {

    private static final String NOT_BY_HAND =
            "the cluster looks after itself: nodes that start join, nodes that stop hand their tokens over";

    private static final Subcommands SUBCOMMANDS = new Subcommands("cluster")
            .with("info", 2, Cluster::info)
            .with(
                    "myid",
                    2,
                    (request, session, ground, out) ->
                            Replies.bulk(out, ground.cluster().myId()))
            .with("keyslot", 3, Cluster::keySlot)
            .with("countkeysinslot", 3, Cluster::countKeysInSlot)
            .with("getkeysinslot", 4, Cluster::getKeysInSlot)
            .with("slots", 2, ClusterMaps::slots)
            .with("shards", 2, ClusterMaps::shards)
            .with("nodes", 2, ClusterMaps::nodes)
            .with("links", 2, (request, session, ground, out) -> Replies.array(out, 0))
            .refused(NOT_BY_HAND, "meet", "forget", "failover", "replicate", "reset", "addslots", "addslotsrange")
            .refused(NOT_BY_HAND, "delslots", "delslotsrange", "setslot", "flushslots", "bumpepoch", "saveconfig")
            .refused(NOT_BY_HAND, "set-config-epoch")
            .help("INFO", "MYID", "NODES", "SHARDS", "SLOTS", "KEYSLOT <key>", "COUNTKEYSINSLOT <slot>");

    private Cluster() {}

    public static void run(Request request, Session session, Ground ground, ByteBuf out) {
        SUBCOMMANDS.run(request, session, ground, out);
    }

    private static void info(Request request, Session session, Ground ground, ByteBuf out) {
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
        Replies.verbatim(out, text.replace("\n", "\r\n"), session.resp3());
    }

    private static void keySlot(Request request, Session session, Ground ground, ByteBuf out) {
        Replies.integer(out, ground.cluster().tokens().tokenOf(request.copy(2)));
    }

    private static void countKeysInSlot(Request request, Session session, Ground ground, ByteBuf out) {
        if (!request.isNumber(2)) {
            Replies.error(out, Faults.NOT_INTEGER);
            return;
        }
        if (!isSlot(request.number(2), ground)) {
            Replies.error(out, "ERR Invalid slot");
            return;
        }
        Shelf shelf = ground.shelves().of((int) request.number(2));
        int size = 0;
        if (shelf != null) {
            synchronized (shelf) {
                size = shelf.size();
            }
        }
        Replies.integer(out, size);
    }

    private static boolean isSlot(long slot, Ground ground) {
        return slot >= 0 && slot < ground.shelves().tokens();
    }

    private static void getKeysInSlot(Request request, Session session, Ground ground, ByteBuf out) {
        if (!request.isNumber(2) || !request.isNumber(3)) {
            Replies.error(out, Faults.NOT_INTEGER);
            return;
        }
        if (!isSlot(request.number(2), ground) || request.number(3) < 0) {
            Replies.error(out, "ERR Invalid slot or number of keys");
            return;
        }
        byte[][] entries = {};
        Shelf shelf = ground.shelves().of((int) request.number(2));
        if (shelf != null) {
            synchronized (shelf) {
                entries = shelf.snapshot();
            }
        }
        int size = (int) Math.min(entries.length, request.number(3));
        Replies.array(out, size);
        for (int i = 0; i < size; i++) {
            Replies.bulk(out, entries[i], Entry.keyStart(), Entry.keyLength(entries[i]));
        }
    }
}
