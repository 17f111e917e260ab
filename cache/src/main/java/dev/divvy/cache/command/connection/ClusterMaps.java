package dev.divvy.cache.command.connection;

import dev.divvy.allocation.Runs;
import dev.divvy.cache.command.ground.ClusterView;
import dev.divvy.cache.command.ground.ClusterView.Node;
import dev.divvy.cache.command.ground.Ground;
import dev.divvy.cache.command.ground.Session;
import dev.divvy.cache.resp.Replies;
import dev.divvy.cache.resp.Request;
import io.netty.buffer.ByteBuf;

/** The three forms in which a client can learn who owns which slots. */
final class ClusterMaps {

    private ClusterMaps() {}

    /**
     * With other tokens than those of Redis a client would look for keys in the wrong place. And a client that gets an empty map may take it
     * for the truth; told that there is none yet, it asks another node.
     */
    private static boolean refused(ClusterView cluster, ByteBuf out) {
        if (cluster.clientsMayRoute()) {
            if (cluster.nodes().isEmpty()) {
                Replies.error(out, "CLUSTERDOWN this node does not know the cluster yet");
                return true;
            }
            return false;
        }
        Replies.error(
                out,
                "ERR this cluster has " + cluster.tokens().count()
                        + " tokens: clients must not route by themselves; ask any node");
        return true;
    }

    static void slots(Request request, Session session, Ground ground, ByteBuf out) {
        ClusterView cluster = ground.cluster();
        if (refused(cluster, out)) {
            return;
        }
        Replies.array(
                out,
                cluster.nodes().stream().mapToInt(node -> node.slots().size()).sum());
        for (Node node : cluster.nodes()) {
            Runs runs = node.slots();
            for (int run = 0; run < runs.size(); run++) {
                Replies.array(out, 3);
                Replies.integer(out, runs.first(run));
                Replies.integer(out, runs.last(run));
                Replies.array(out, 4);
                Replies.bulk(out, node.host());
                Replies.integer(out, node.port());
                Replies.bulk(out, node.id());
                Replies.array(out, 0);
            }
        }
    }

    static void shards(Request request, Session session, Ground ground, ByteBuf out) {
        ClusterView cluster = ground.cluster();
        if (refused(cluster, out)) {
            return;
        }
        boolean resp3 = session.resp3();
        Replies.array(out, cluster.nodes().size());
        for (Node node : cluster.nodes()) {
            Replies.map(out, 2, resp3);
            Replies.bulk(out, "slots");
            Replies.array(out, 2 * node.slots().size());
            for (int run = 0; run < node.slots().size(); run++) {
                Replies.integer(out, node.slots().first(run));
                Replies.integer(out, node.slots().last(run));
            }
            Replies.bulk(out, "nodes");
            Replies.array(out, 1);
            shardNode(node, out, resp3);
        }
    }

    private static void shardNode(Node node, ByteBuf out, boolean resp3) {
        Replies.map(out, 7, resp3);
        Replies.bulk(out, "id");
        Replies.bulk(out, node.id());
        Replies.bulk(out, "port");
        Replies.integer(out, node.port());
        Replies.bulk(out, "ip");
        Replies.bulk(out, node.host());
        Replies.bulk(out, "endpoint");
        Replies.bulk(out, node.host());
        Replies.bulk(out, "role");
        Replies.bulk(out, "master");
        Replies.bulk(out, "replication-offset");
        Replies.integer(out, 0);
        Replies.bulk(out, "health");
        Replies.bulk(out, node.connected() ? "online" : "fail");
    }

    static void nodes(Request request, Session session, Ground ground, ByteBuf out) {
        ClusterView cluster = ground.cluster();
        if (refused(cluster, out)) {
            return;
        }
        StringBuilder lines = new StringBuilder();
        for (Node node : cluster.nodes()) {
            line(node, cluster.epoch(), lines);
        }
        Replies.verbatim(out, lines.toString(), session.resp3());
    }

    private static void line(Node node, long epoch, StringBuilder lines) {
        lines.append(node.id()).append(' ').append(node.host()).append(':').append(node.port());
        lines.append('@').append(node.busPort());
        lines.append(node.myself() ? " myself,master" : " master");
        lines.append(" - 0 0 ").append(epoch);
        lines.append(node.connected() || node.myself() ? " connected" : " disconnected");
        Runs runs = node.slots();
        for (int run = 0; run < runs.size(); run++) {
            lines.append(' ').append(runs.first(run));
            if (runs.last(run) > runs.first(run)) {
                lines.append('-').append(runs.last(run));
            }
        }
        lines.append('\n');
    }
}
