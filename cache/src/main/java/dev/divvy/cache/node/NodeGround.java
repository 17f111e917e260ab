package dev.divvy.cache.node;

import dev.divvy.allocation.Runs;
import dev.divvy.allocation.Tokens;
import dev.divvy.cache.cluster.Peer;
import dev.divvy.cache.cluster.RoutingTable;
import dev.divvy.cache.command.ground.ClusterView;
import dev.divvy.cache.command.ground.Ground;
import dev.divvy.cache.command.ground.NodeFacts;
import dev.divvy.cache.command.ground.Password;
import dev.divvy.cache.command.ground.Sessions;
import dev.divvy.cache.resp.Limits;
import dev.divvy.cache.store.Shelves;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What this node lends its commands. */
public final class NodeGround implements Ground {

    /** Where Redis nodes have their second port, which clients never use. */
    private static final int BUS = 10_000;

    private final Shelves shelves;
    private final Sessions sessions = new Sessions();
    private final Optional<Password> password;
    private final Limits limits;
    private final NodeFacts facts;

    private volatile ClusterView view;

    public NodeGround(Shelves shelves, Tokens tokens, Optional<String> password, Limits limits, NodeFacts facts) {
        this.shelves = shelves;
        this.password = password.map(Password::new);
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
    public Shelves shelves() {
        return shelves;
    }

    @Override
    public ClusterView cluster() {
        return view;
    }

    @Override
    public NodeFacts facts() {
        return facts;
    }

    @Override
    public Sessions sessions() {
        return sessions;
    }

    @Override
    public Optional<Password> password() {
        return password;
    }

    @Override
    public Limits limits() {
        return limits;
    }
}
