package dev.divvy.cache.command.connection;

import dev.divvy.allocation.Runs;
import dev.divvy.cache.command.context.ClientSession;
import dev.divvy.cache.command.context.ClusterView;
import dev.divvy.cache.command.context.ClusterView.Node;
import dev.divvy.cache.command.context.CommandContext;
import dev.divvy.cache.resp.ReplyWriter;
import dev.divvy.cache.resp.RespRequest;
import io.netty.buffer.ByteBuf;

/** CLUSTER SLOTS, SHARDS and NODES: the three replies that show which node owns which slots. */
final class ClusterTopologyReplies {

    private ClusterTopologyReplies() {}

    /**
     * Replies with an error if a client must not see the map; returns whether it did. With other tokens than those of Redis a client would
     * look for keys on the wrong node. And a client that gets an empty map may believe it; after an error it asks another node.
     */
    private static boolean refuses(ClusterView cluster, ByteBuf out) {
        if (cluster.clientsMayRoute()) {
            if (cluster.nodes().isEmpty()) {
                ReplyWriter.error(out, "CLUSTERDOWN this node does not know the cluster yet");
                return true;
            }
            return false;
        }
        ReplyWriter.error(
                out,
                "ERR this cluster has " + cluster.tokens().count()
                        + " tokens: clients must not route by themselves; ask any node");
        return true;
    }

    static void slots(RespRequest request, ClientSession session, CommandContext context, ByteBuf out) {
        ClusterView cluster = context.cluster();
        if (refuses(cluster, out)) {
            return;
        }
        ReplyWriter.array(
                out,
                cluster.nodes().stream().mapToInt(node -> node.slots().size()).sum());
        for (Node node : cluster.nodes()) {
            Runs runs = node.slots();
            for (int run = 0; run < runs.size(); run++) {
                ReplyWriter.array(out, 3);
                ReplyWriter.integer(out, runs.first(run));
                ReplyWriter.integer(out, runs.last(run));
                ReplyWriter.array(out, 4);
                ReplyWriter.bulk(out, node.host());
                ReplyWriter.integer(out, node.port());
                ReplyWriter.bulk(out, node.id());
                ReplyWriter.array(out, 0);
            }
        }
    }

    static void shards(RespRequest request, ClientSession session, CommandContext context, ByteBuf out) {
        ClusterView cluster = context.cluster();
        if (refuses(cluster, out)) {
            return;
        }
        boolean resp3 = session.resp3();
        ReplyWriter.array(out, cluster.nodes().size());
        for (Node node : cluster.nodes()) {
            ReplyWriter.map(out, 2, resp3);
            ReplyWriter.bulk(out, "slots");
            ReplyWriter.array(out, 2 * node.slots().size());
            for (int run = 0; run < node.slots().size(); run++) {
                ReplyWriter.integer(out, node.slots().first(run));
                ReplyWriter.integer(out, node.slots().last(run));
            }
            ReplyWriter.bulk(out, "nodes");
            ReplyWriter.array(out, 1);
            shardNode(node, out, resp3);
        }
    }

    private static void shardNode(Node node, ByteBuf out, boolean resp3) {
        ReplyWriter.map(out, 7, resp3);
        ReplyWriter.bulk(out, "id");
        ReplyWriter.bulk(out, node.id());
        ReplyWriter.bulk(out, "port");
        ReplyWriter.integer(out, node.port());
        ReplyWriter.bulk(out, "ip");
        ReplyWriter.bulk(out, node.host());
        ReplyWriter.bulk(out, "endpoint");
        ReplyWriter.bulk(out, node.host());
        ReplyWriter.bulk(out, "role");
        ReplyWriter.bulk(out, "master");
        ReplyWriter.bulk(out, "replication-offset");
        ReplyWriter.integer(out, 0);
        ReplyWriter.bulk(out, "health");
        ReplyWriter.bulk(out, node.connected() ? "online" : "fail");
    }

    static void nodes(RespRequest request, ClientSession session, CommandContext context, ByteBuf out) {
        ClusterView cluster = context.cluster();
        if (refuses(cluster, out)) {
            return;
        }
        StringBuilder lines = new StringBuilder();
        for (Node node : cluster.nodes()) {
            line(node, cluster.epoch(), lines);
        }
        ReplyWriter.verbatim(out, lines.toString(), session.resp3());
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
