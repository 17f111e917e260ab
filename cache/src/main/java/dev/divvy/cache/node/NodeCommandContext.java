package dev.divvy.cache.node;

import dev.divvy.allocation.Runs;
import dev.divvy.allocation.Tokens;
import dev.divvy.cache.cluster.Peer;
import dev.divvy.cache.cluster.RoutingTable;
import dev.divvy.cache.command.context.ClientSessions;
import dev.divvy.cache.command.context.ClusterView;
import dev.divvy.cache.command.context.CommandContext;
import dev.divvy.cache.command.context.NodeInfo;
import dev.divvy.cache.command.context.NodePassword;
import dev.divvy.cache.command.context.ReplicationInfo;
import dev.divvy.cache.replication.Replication;
import dev.divvy.cache.resp.ClientLimits;
import dev.divvy.cache.store.EntryStore;
import dev.divvy.cache.store.TokenStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The command context of a running node. */
public final class NodeCommandContext implements CommandContext {

    /** The distance from the port for clients to that of the cluster bus in Redis, which clients never use. */
    private static final int BUS_PORT_OFFSET = 10_000;

    private final EntryStore entryStore;
    private final ClientSessions sessions = new ClientSessions();
    private final Optional<NodePassword> password;
    private final ClientLimits limits;
    private final NodeInfo info;
    private final Replication replication;

    /** Written by the thread that follows the group. */
    private volatile ClusterView view;

    public NodeCommandContext(
            EntryStore entryStore,
            Tokens tokens,
            Optional<String> password,
            ClientLimits limits,
            NodeInfo info,
            Replication replication) {
        this.entryStore = entryStore;
        this.password = password.map(NodePassword::new);
        this.limits = limits;
        this.info = info;
        this.replication = replication;
        this.view = new ClusterView(ClusterView.idOf(info.name()), 0, tokens, List.of());
    }

    /** Takes over a changed routing table; called by one thread. */
    public void follow(RoutingTable table) {
        List<ClusterView.Node> nodes = new ArrayList<>();
        table.peers().stream()
                .filter(Peer::reachable)
                .map(peer -> node(table, peer))
                .forEach(nodes::add);
        view.nodes().stream()
                .filter(former -> nodes.stream().noneMatch(node -> node.name().equals(former.name())))
                .map(former -> former.disconnected(ownedTokens(table, former.name())))
                .filter(former -> !former.slots().isEmpty())
                .forEach(nodes::add);
        view = new ClusterView(ClusterView.idOf(info.name()), table.epoch(), table.tokens(), nodes);
    }

    private ClusterView.Node node(RoutingTable table, Peer peer) {
        return new ClusterView.Node(
                ClusterView.idOf(peer.name()),
                peer.name(),
                peer.host(),
                peer.port(),
                peer.port() + BUS_PORT_OFFSET,
                ownedTokens(table, peer.name()),
                peer.name().equals(info.name()),
                true);
    }

    private static Runs ownedTokens(RoutingTable table, String name) {
        return table.allocation().map(allocation -> allocation.piecesOf(name)).orElse(Runs.NONE);
    }

    @Override
    public EntryStore entryStore() {
        return entryStore;
    }

    @Override
    public boolean mayServe(TokenStore store) {
        return replication.mayServe(store);
    }

    /** First the tokens that wait: one that is served in between is flushed twice, and none is left out. */
    @Override
    public void flush() {
        replication.flushInMotion();
        entryStore.flush();
    }

    @Override
    public ClusterView cluster() {
        return view;
    }

    @Override
    public NodeInfo nodeInfo() {
        return info;
    }

    @Override
    public ReplicationInfo replication() {
        return new ReplicationInfo(replication.backups(), replication.unsettledTokens(), replication.lostTokens());
    }

    @Override
    public ClientSessions sessions() {
        return sessions;
    }

    @Override
    public Optional<NodePassword> password() {
        return password;
    }

    @Override
    public ClientLimits limits() {
        return limits;
    }
}
