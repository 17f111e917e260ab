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
import dev.divvy.cache.resp.ClientLimits;
import dev.divvy.cache.store.EntryStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What this node lends its commands. */
public final class NodeCommandContext implements CommandContext {

    /** Where Redis nodes have their second port, which clients never use. */
    private static final int BUS = 10_000;

    private final EntryStore shelves;
    private final ClientSessions sessions = new ClientSessions();
    private final Optional<NodePassword> password;
    private final ClientLimits limits;
    private final NodeInfo facts;

    private volatile ClusterView view;

    public NodeCommandContext(
            EntryStore shelves, Tokens tokens, Optional<String> password, ClientLimits limits, NodeInfo facts) {
        this.shelves = shelves;
        this.password = password.map(NodePassword::new);
        this.limits = limits;
        this.facts = facts;
        this.view = new ClusterView(ClusterView.idOf(facts.name()), 0, tokens, List.of());
    }

    /** The cluster changed; told by one thread. */
    public void follow(RoutingTable table) {
        List<ClusterView.Node> nodes = new ArrayList<>();
        table.peers().stream()
                .filter(Peer::reachable)
                .map(peer -> node(table, peer))
                .forEach(nodes::add);
        view.nodes().stream()
                .filter(former -> nodes.stream().noneMatch(node -> node.name().equals(former.name())))
                .map(former -> former.gone(owned(table, former.name())))
                .filter(former -> !former.slots().isEmpty())
                .forEach(nodes::add);
        view = new ClusterView(ClusterView.idOf(facts.name()), table.epoch(), table.tokens(), nodes);
    }

    private ClusterView.Node node(RoutingTable table, Peer peer) {
        return new ClusterView.Node(
                ClusterView.idOf(peer.name()),
                peer.name(),
                peer.host(),
                peer.port(),
                peer.port() + BUS,
                owned(table, peer.name()),
                peer.name().equals(facts.name()),
                true);
    }

    private static Runs owned(RoutingTable table, String name) {
        return table.allocation().map(allocation -> allocation.piecesOf(name)).orElse(Runs.NONE);
    }

    @Override
    public EntryStore shelves() {
        return shelves;
    }

    @Override
    public ClusterView cluster() {
        return view;
    }

    @Override
    public NodeInfo facts() {
        return facts;
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
