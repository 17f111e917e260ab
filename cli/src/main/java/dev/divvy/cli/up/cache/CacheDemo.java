package dev.divvy.cli.up.cache;

import dev.divvy.cli.cache.CacheFigures;
import dev.divvy.cli.cache.CacheFigures.NodeEntries;
import dev.divvy.cli.cache.NodeRow;
import dev.divvy.cli.cache.TokenCoverage;
import dev.divvy.cli.report.Numbers;
import dev.divvy.cli.terminal.Failure;
import dev.divvy.cli.up.cache.NodeConnections.Node;
import dev.divvy.cli.up.demo.Demo;
import dev.divvy.cli.up.demo.DemoKind;
import dev.divvy.cli.up.demo.DemoProcess;
import dev.divvy.cli.up.demo.Findings;
import dev.divvy.cli.up.demo.Refreshed;
import dev.divvy.console.ProductSnapshot;
import dev.divvy.coordination.status.MemberState;
import dev.divvy.coordination.status.MemberStatus;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** The nodes of a cache. A node that has ended stays down until a user starts it again. */
public final class CacheDemo extends Demo {

    private final NodeLaunch launch;
    private final CacheReader reader = new CacheReader(this::awake);
    private final Refreshed<ProductSnapshot> snapshot;
    private final KeyAccess keys = new KeyAccess(this::awake);
    private final EntryAudit audit = new EntryAudit();
    private final Optional<EntryProbe> probe;
    private final ControlServer control;

    /** The most tokens seen so far. */
    private int tokens;

    /** Whether all nodes were seen in one group; used by the thread that audits. */
    private boolean oneGroup;

    /**
     * Starts nodes.
     *
     * @param audited whether entries are written and read back to check the cache
     */
    public CacheDemo(NodeLaunch launch, int count, boolean audited, Consumer<String> news) {
        super(DemoKind.CACHE, news);
        this.launch = launch;
        this.snapshot = new Refreshed<>("divvy-cache-reader", reader.read(), this::read);
        start(count);
        try {
            this.control = new ControlServer(launch.port(0), new NodeOrders(this, launch)::reply);
        } catch (IOException e) {
            throw Failure.failed("cannot listen on port " + launch.port(0) + ": " + e.getMessage());
        }
        this.probe = audited ? Optional.of(new EntryProbe(audit, this::audited)) : Optional.empty();
    }

    @Override
    protected DemoProcess create(int number, int count) {
        return launch.start(number, () -> Math.max(count, processes().size()));
    }

    @Override
    protected void beforeStart(int number) {
        launch.needFree(number, number);
    }

    /** Returns the keys of the cache, for users to try. */
    public KeyAccess keys() {
        return keys;
    }

    private List<Node> awake() {
        return processes().stream()
                .filter(DemoProcess::isAwake)
                .map(node -> new Node(node.id(), launch.address(number(node)), node.pid()))
                .toList();
    }

    /**
     * Returns the nodes through which the cache is audited: the members of the group that answer. Nodes that start at the same time may form
     * several groups, which merge soon; nothing is promised across them, so the audit waits until all nodes are in one.
     */
    private List<Node> audited() {
        Set<String> answered = figures().nodes().stream().map(NodeEntries::name).collect(Collectors.toSet());
        Set<String> members = snapshot.latest().group().members().stream()
                .filter(member -> member.state() == MemberState.RUNNING)
                .map(MemberStatus::id)
                .collect(Collectors.toSet());
        List<Node> awake = awake();
        oneGroup = oneGroup || awake.stream().map(Node::name).allMatch(members::contains);
        return oneGroup
                ? awake.stream()
                        .filter(node -> answered.contains(node.name()) && members.contains(node.name()))
                        .toList()
                : List.of();
    }

    private ProductSnapshot read() {
        Set<String> leaving = processes().stream()
                .filter(DemoProcess::isStopped)
                .map(DemoProcess::id)
                .collect(Collectors.toSet());
        ProductSnapshot now = reader.read();
        audit.look(CacheLook.of(now.group(), leaving), System.nanoTime());
        return now;
    }

    private CacheFigures figures() {
        return (CacheFigures) snapshot.latest().figures();
    }

    @Override
    public List<String> introduction() {
        return List.of(
                "A cache: " + Numbers.count(processes().size(), "node")
                        + ", each its own process, share the keys. Any node answers for any key, also to redis-cli.",
                "  " + pids() + "; n1 listens on " + launch.listen(1) + ", the others on the next ports",
                "  ./divvy shell --at " + launch.listen(1)
                        + "   try fill 1 5000, stat, sum, kill 2, start 2; help lists all commands");
    }

    @Override
    public String consequence(DemoProcess ended) {
        int number = number(ended);
        return "start it with: ./divvy shell --at "
                + launch.listen(number == 1 && processes().size() > 1 ? 2 : 1) + " -c 'start " + number + "'";
    }

    @Override
    public ProductSnapshot snapshot() {
        return snapshot.get();
    }

    @Override
    protected String summary() {
        ProductSnapshot last = snapshot.latest();
        List<NodeRow> owners = last.group().members().stream()
                .map(member ->
                        new NodeRow(member.id(), "", "", 0, member.pieces().toString(), 0))
                .toList();
        TokenCoverage coverage = TokenCoverage.of(owners, tokens);
        tokens = coverage.total();
        long entries = figures().entries();
        return "cache " + (owners.isEmpty() ? "" : coverage.shown() + "; ")
                + (entries == 1 ? "1 entry" : Numbers.whole(entries) + " entries");
    }

    @Override
    protected Optional<String> work(DemoProcess node) {
        return figures().nodes().stream()
                .filter(row -> row.name().equals(node.id()))
                .map(NodeEntries::entries)
                .map(Numbers::whole)
                .findFirst();
    }

    @Override
    public Findings findings() {
        return audit.findings();
    }

    @Override
    public void finish() {
        super.finish();
        probe.ifPresent(EntryProbe::close);
        control.close();
    }

    @Override
    public void close() {
        snapshot.close();
        reader.close();
        keys.close();
    }
}
