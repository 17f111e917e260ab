package dev.divvy.boardpeers.replication;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.Version;
import dev.divvy.allocation.plan.Planner;
import dev.divvy.allocation.sticky.Sticky;
import dev.divvy.boardpeers.Heal;
import dev.divvy.boardpeers.request.MeshReply;
import dev.divvy.boardpeers.request.MeshRequest;
import dev.divvy.coordination.board.Admission;
import dev.divvy.coordination.board.BoardSnapshot;
import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.board.CardState;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Several {@link MeshNode}s, with a network that keeps the order between two nodes and nothing else, and views that each node learns of at
 * a random time. Each node has one member, which joins, pulses and publishes. Everything follows from one seed.
 */
final class MeshSimulation {

    private static final Planner PLANNER = new Planner(new Sticky(Sticky.Policy.RUNS));
    private static final String GROUP = "g";
    private static final long TICK = Duration.ofMillis(5).toNanos();

    static final Duration RECOVERY_TIMEOUT = Duration.ofMillis(200);
    static final Duration MERGE_TIMEOUT = Duration.ofMillis(500);
    private static final Duration BEAT_INTERVAL = Duration.ofMillis(50);

    private final Random random;
    private final Map<String, SimulatedNode> alive = new TreeMap<>();
    private final Map<String, Deque<MeshMessage>> links = new TreeMap<>();
    private final Map<String, Deque<MeshView>> views = new TreeMap<>();

    /** The side of each node; messages arrive only within one side. */
    private final Map<String, Integer> sides = new TreeMap<>();

    private final Set<String> paused = new TreeSet<>();
    private final Map<Integer, List<String>> viewNodes = new TreeMap<>();
    private long viewNumber;
    private long now;

    /** The highest epoch that any member was told of, by origin. */
    final Map<String, Long> highestEpochs = new TreeMap<>();

    long pulses;

    long now() {
        return now;
    }

    MeshSimulation(long seed, List<String> names) {
        this.random = new Random(seed);
        names.forEach(name -> {
            alive.put(name, new SimulatedNode(name));
            views.put(name, new ArrayDeque<>());
            sides.put(name, 0);
        });
        installView(0, names, false);
    }

    // --- events ---

    private void installView(int side, List<String> names, boolean merged) {
        viewNumber++;
        viewNodes.put(side, List.copyOf(names));
        names.forEach(name -> queue(views, name).add(new MeshView(viewNumber, names, merged)));
    }

    List<String> names() {
        return List.copyOf(alive.keySet());
    }

    List<String> viewOf(int side) {
        return viewNodes.getOrDefault(side, List.of());
    }

    String primary() {
        return viewOf(0).get(0);
    }

    void kill(String name) {
        alive.remove(name);
        views.remove(name);
        int side = sides.getOrDefault(name, 0);
        List<String> rest =
                viewOf(side).stream().filter(node -> !node.equals(name)).toList();
        // Some or all of the messages that it had sent may be lost.
        boolean all = random.nextBoolean();
        links.keySet().removeIf(link -> link.startsWith(name + ">") && (all || random.nextBoolean()));
        if (!rest.isEmpty()) {
            installView(side, rest, false);
        }
    }

    void join(String name) {
        alive.put(name, new SimulatedNode(name));
        views.put(name, new ArrayDeque<>());
        sides.put(name, 0);
        List<String> all = new ArrayList<>(viewOf(0));
        all.add(name);
        installView(0, all, false);
    }

    void split(List<String> away) {
        links.clear();
        away.forEach(name -> sides.put(name, 1));
        List<String> rest =
                viewOf(0).stream().filter(name -> !away.contains(name)).toList();
        installView(1, away, false);
        installView(0, rest, false);
    }

    /** Starts a node that finds no other and starts a mesh of its own. */
    void startApart(String name) {
        alive.put(name, new SimulatedNode(name));
        views.put(name, new ArrayDeque<>());
        sides.put(name, 1);
        installView(1, List.of(name), false);
    }

    /** Heals a split; the first node of either side may be the first of all. */
    void heal() {
        boolean swapped = random.nextBoolean();
        List<String> all = new ArrayList<>(viewOf(swapped ? 1 : 0));
        all.addAll(viewOf(swapped ? 0 : 1));
        viewOf(1).forEach(name -> sides.put(name, 0));
        viewNodes.remove(1);
        installView(0, all, true);
    }

    /** Pauses a node: it does nothing until it resumes, messages to it are lost, and the others go on without it. */
    void pause(String name) {
        paused.add(name);
        sides.put(name, 1);
        installView(0, viewOf(0).stream().filter(node -> !node.equals(name)).toList(), false);
    }

    void resume(String name) {
        paused.remove(name);
        sides.put(name, 0);
        List<String> all = new ArrayList<>(List.of(name));
        all.addAll(viewOf(0));
        installView(0, all, true);
    }

    private List<SimulatedNode> running() {
        return alive.values().stream()
                .filter(node -> !paused.contains(node.name))
                .toList();
    }

    /** Runs this many random steps. */
    void run(int steps) {
        for (int step = 0; step < steps; step++) {
            now += random.nextInt(10) == 0 ? TICK : 0;
            List<SimulatedNode> running = running();
            SimulatedNode node = running.get(random.nextInt(running.size()));
            switch (random.nextInt(8)) {
                case 0 -> node.state.tick(now);
                case 1, 2 -> node.act();
                case 3 -> deliverView(node);
                default -> deliver();
            }
        }
    }

    /** Delivers all views, and lets this much time pass in which no message arrives. */
    void stall(Duration time) {
        for (long end = now + time.toNanos(); now < end; now += TICK) {
            for (SimulatedNode node : running()) {
                deliverView(node);
                node.state.tick(now);
            }
        }
    }

    /** Delivers all messages, and lets time pass until no node sends any more. */
    void settle() {
        for (int quiet = 0; quiet < 50; quiet++) {
            now += TICK;
            for (SimulatedNode node : running()) {
                deliverView(node);
                node.state.tick(now);
            }
            while (deliver()) {
                quiet = 0;
            }
        }
    }

    private void deliverView(SimulatedNode node) {
        MeshView next = queue(views, node.name).poll();
        if (next != null) {
            node.state.viewChanged(next, now);
        }
    }

    private boolean deliver() {
        List<String> full = links.entrySet().stream()
                .filter(link -> !link.getValue().isEmpty())
                .map(Map.Entry::getKey)
                .toList();
        if (full.isEmpty()) {
            return false;
        }
        String link = full.get(random.nextInt(full.size()));
        String[] ends = link.split(">", -1);
        MeshMessage message = queue(links, link).remove();
        SimulatedNode to = alive.get(ends[1]);
        if (to != null && Objects.equals(sides.get(ends[0]), sides.get(ends[1]))) {
            to.state.receive(ends[0], message, now);
        }
        return true;
    }

    private static <T> Deque<T> queue(Map<String, Deque<T>> queues, String name) {
        return queues.computeIfAbsent(name, any -> new ArrayDeque<>());
    }

    SimulatedNode node(String name) {
        SimulatedNode node = alive.get(name);
        if (node == null) {
            throw new IllegalArgumentException("node " + name + " is not alive");
        }
        return node;
    }

    /** Checks that all nodes have the same boards, and that the first node is the primary. */
    void checkAgreed() {
        ReplicatedBoards boards = node(primary()).state.boards();
        assertThat(node(primary()).state.isPrimary()).isTrue();
        alive.values()
                .forEach(node ->
                        assertThat(node.state.boards()).as("%s", node.name).isEqualTo(boards));
    }

    // --- one node ---

    final class SimulatedNode implements MeshOutput {

        final String name;
        final MeshNode state;
        private Optional<Card> card = Optional.empty();
        private Optional<Version> known = Optional.empty();
        private Optional<Version> publishing = Optional.empty();
        private long incarnation;
        private long requests;

        /** The number of the request that the member waits for; 0 when there is none. */
        private long pending;

        /** The lowest epoch that the reply may show. */
        private long floor;

        private Optional<String> origin = Optional.empty();
        int ejections;
        final List<Heal> heals = new ArrayList<>();
        OptionalLong apartSince = OptionalLong.empty();

        SimulatedNode(String name) {
            this.name = name;
            this.state = new MeshNode(name, MeshLimits.withTimes(RECOVERY_TIMEOUT, MERGE_TIMEOUT, BEAT_INTERVAL), this);
        }

        private void act() {
            if (pending != 0) {
                if (random.nextInt(20) == 0) {
                    state.cancel(pending); // timed out
                    pending = 0;
                }
                return;
            }
            pending = ++requests;
            floor = origin.map(id -> highestEpochs.getOrDefault(id, 0L)).orElse(0L);
            state.submit(pending, nextRequest(), now);
        }

        private MeshRequest nextRequest() {
            publishing = Optional.empty();
            if (card.isEmpty()) {
                incarnation = Math.max(incarnation + 1, now);
                Card fresh = new Card(new Member(name, incarnation, Optional.empty(), 1), 0, 0, CardState.WAITING, "");
                return new MeshRequest.Join(GROUP, fresh);
            }
            card = card.map(before -> before.withBeat(before.beat() + 1));
            Card current = card.orElseThrow();
            if (origin.isEmpty() || random.nextInt(3) > 0) {
                return new MeshRequest.Pulse(GROUP, current, Optional.empty());
            }
            Version next = known.map(Version::next).orElse(new Version("l", 1));
            publishing = Optional.of(next);
            Allocation allocation = PLANNER.founding(next, Tokens.sql(2));
            return new MeshRequest.Publish(GROUP, current.incarnation(), known, allocation);
        }

        @Override
        public void send(String node, MeshMessage message) {
            queue(links, name + ">" + node).add(message);
        }

        @Override
        public void complete(long number, MeshReply reply) {
            if (number != pending) {
                return;
            }
            pending = 0;
            if (reply instanceof MeshReply.Admitted admitted) {
                boolean joined = admitted.admission() instanceof Admission.Admitted;
                card = joined
                        ? Optional.of(new Card(
                                new Member(name, incarnation, Optional.empty(), 1), 0, 0, CardState.WAITING, ""))
                        : Optional.empty();
                if (admitted.admission() instanceof Admission.Occupied occupied) {
                    state.submit(
                            ++requests,
                            new MeshRequest.Remove(
                                    GROUP,
                                    occupied.by().incarnation(),
                                    occupied.by().beat()),
                            now);
                }
            } else if (reply instanceof MeshReply.Ejected) {
                card = Optional.empty();
                ejections++;
            } else if (reply instanceof MeshReply.Done done && done.success() && publishing.isPresent()) {
                known = publishing;
                highestEpochs.merge(boardOrigin(), publishing.get().epoch(), Math::max);
            } else if (reply instanceof MeshReply.Seen seen) {
                checkEpoch(seen.snapshot());
            }
        }

        /** Returns the origin of the board in this node's copy. */
        private String boardOrigin() {
            return state.boards().board(GROUP).record().origin();
        }

        private void checkEpoch(BoardSnapshot snapshot) {
            pulses++;
            long epoch = snapshot.version().map(Version::epoch).orElse(0L);
            if (origin.equals(Optional.of(snapshot.origin()))) {
                assertThat(epoch)
                        .as("the epoch that %s sees with the origin %s", name, snapshot.origin())
                        .isGreaterThanOrEqualTo(floor);
            }
            origin = Optional.of(snapshot.origin());
            known = snapshot.version();
            highestEpochs.merge(snapshot.origin(), epoch, Math::max);
        }

        @Override
        public void fail(long number, String reason) {
            if (number == pending) {
                pending = 0;
            }
        }

        @Override
        public void changed(String group) {}

        @Override
        public void apart(OptionalLong since) {
            apartSince = since;
        }

        @Override
        public void healed(Heal heal) {
            heals.add(heal);
        }

        @Override
        public void probe(String node) {
            if (!alive.containsKey(node)) {
                state.processEnded(node);
            }
        }
    }
}
