package dev.divvy.boardpeers.replication;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.Version;
import dev.divvy.allocation.plan.Planner;
import dev.divvy.allocation.sticky.Sticky;
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
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Clerks of several nodes, with a network between them that keeps the order between two nodes and nothing else, and companies that each
 * node learns of when it pleases. Each node has one member, which joins, pulses and publishes. All from one seed.
 */
final class Village {

    private static final Planner PLANNER = new Planner(new Sticky(Sticky.Policy.RUNS));
    private static final String GROUP = "g";
    private static final long TICK = Duration.ofMillis(5).toNanos();

    static final Duration COLLECT = Duration.ofMillis(200);
    static final Duration COLLECT_MERGED = Duration.ofMillis(500);

    private final Random random;
    private final Map<String, Villager> alive = new TreeMap<>();
    private final Map<String, Deque<MeshMessage>> ways = new TreeMap<>();
    private final Map<String, Deque<MeshView>> views = new TreeMap<>();

    /** The side of each node; notes go only within one. */
    private final Map<String, Integer> sides = new TreeMap<>();

    private final Set<String> paused = new TreeSet<>();
    private final Map<Integer, List<String>> companies = new TreeMap<>();
    private long number;
    private long now;

    /** The highest epoch that anybody was told of, by memory. */
    final Map<String, Long> told = new TreeMap<>();

    long seen;

    Village(long seed, List<String> names) {
        this.random = new Random(seed);
        names.forEach(name -> {
            alive.put(name, new Villager(name));
            views.put(name, new ArrayDeque<>());
            sides.put(name, 0);
        });
        assemble(0, names, false);
    }

    // --- what happens to them ---

    private void assemble(int side, List<String> names, boolean merged) {
        number++;
        companies.put(side, List.copyOf(names));
        names.forEach(name -> way(views, name).add(new MeshView(number, names, merged)));
    }

    List<String> names() {
        return List.copyOf(alive.keySet());
    }

    List<String> company(int side) {
        return companies.getOrDefault(side, List.of());
    }

    String keeper() {
        return company(0).get(0);
    }

    void kill(String name) {
        alive.remove(name);
        views.remove(name);
        int side = sides.getOrDefault(name, 0);
        List<String> rest =
                company(side).stream().filter(one -> !one.equals(name)).toList();
        // What it had sent may be lost: some of it, or all.
        boolean all = random.nextBoolean();
        ways.keySet().removeIf(way -> way.startsWith(name + ">") && (all || random.nextBoolean()));
        if (!rest.isEmpty()) {
            assemble(side, rest, false);
        }
    }

    void join(String name) {
        alive.put(name, new Villager(name));
        views.put(name, new ArrayDeque<>());
        sides.put(name, 0);
        List<String> all = new ArrayList<>(company(0));
        all.add(name);
        assemble(0, all, false);
    }

    void split(List<String> away) {
        ways.clear();
        away.forEach(name -> sides.put(name, 1));
        List<String> rest =
                company(0).stream().filter(name -> !away.contains(name)).toList();
        assemble(1, away, false);
        assemble(0, rest, false);
    }

    void heal() {
        List<String> all = new ArrayList<>(company(0));
        all.addAll(company(1));
        company(1).forEach(name -> sides.put(name, 0));
        companies.remove(1);
        assemble(0, all, true);
    }

    /** The node does nothing until it wakes, and what is sent to it is lost; the others go on without it. */
    void pause(String name) {
        paused.add(name);
        sides.put(name, 1);
        assemble(0, company(0).stream().filter(one -> !one.equals(name)).toList(), false);
    }

    void wake(String name) {
        paused.remove(name);
        sides.put(name, 0);
        List<String> all = new ArrayList<>(List.of(name));
        all.addAll(company(0));
        assemble(0, all, true);
    }

    private List<Villager> awake() {
        return alive.values().stream().filter(one -> !paused.contains(one.name)).toList();
    }

    /** Lets them do so many random things. */
    void live(int steps) {
        for (int step = 0; step < steps; step++) {
            now += random.nextInt(10) == 0 ? TICK : 0;
            List<Villager> awake = awake();
            Villager one = awake.get(random.nextInt(awake.size()));
            switch (random.nextInt(8)) {
                case 0 -> one.clerk.passed(now);
                case 1, 2 -> one.act();
                case 3 -> view(one);
                default -> deliver();
            }
        }
    }

    /** Lets all nodes learn of their company, and so much time pass that no note arrives in. */
    void stall(Duration time) {
        for (long end = now + time.toNanos(); now < end; now += TICK) {
            for (Villager one : awake()) {
                view(one);
                one.clerk.passed(now);
            }
        }
    }

    /** Lets everything that is under way arrive, and time pass until nobody has anything more to say. */
    void settle() {
        for (int quiet = 0; quiet < 50; quiet++) {
            now += TICK;
            for (Villager one : awake()) {
                view(one);
                one.clerk.passed(now);
            }
            while (deliver()) {
                quiet = 0;
            }
        }
    }

    private void view(Villager one) {
        MeshView next = way(views, one.name).poll();
        if (next != null) {
            one.clerk.viewed(next, now);
        }
    }

    private boolean deliver() {
        List<String> full = ways.entrySet().stream()
                .filter(way -> !way.getValue().isEmpty())
                .map(Map.Entry::getKey)
                .toList();
        if (full.isEmpty()) {
            return false;
        }
        String way = full.get(random.nextInt(full.size()));
        String[] ends = way.split(">", -1);
        MeshMessage note = way(ways, way).remove();
        Villager to = alive.get(ends[1]);
        if (to != null && Objects.equals(sides.get(ends[0]), sides.get(ends[1]))) {
            to.clerk.told(ends[0], note, now);
        }
        return true;
    }

    private static <T> Deque<T> way(Map<String, Deque<T>> all, String name) {
        return all.computeIfAbsent(name, any -> new ArrayDeque<>());
    }

    Villager villager(String name) {
        Villager there = alive.get(name);
        if (there == null) {
            throw new IllegalArgumentException(name + " does not live");
        }
        return there;
    }

    /** All have the same book, and the first of them keeps it. */
    void checkAgreed() {
        ReplicatedBoards book = villager(keeper()).clerk.book();
        assertThat(villager(keeper()).clerk.isKeeping()).isTrue();
        alive.values()
                .forEach(one -> assertThat(one.clerk.book()).as("%s", one.name).isEqualTo(book));
    }

    // --- one node ---

    final class Villager implements MeshOutput {

        final String name;
        final MeshNode clerk;
        private Optional<Card> card = Optional.empty();
        private Optional<Version> known = Optional.empty();
        private Optional<Version> publishing = Optional.empty();
        private long life;
        private long asked;

        /** What the member waits for; 0 when for nothing. */
        private long open;

        private long floor;
        private Optional<String> origin = Optional.empty();
        int ejected;

        Villager(String name) {
            this.name = name;
            this.clerk = new MeshNode(name, MeshLimits.with(COLLECT, COLLECT_MERGED), this);
        }

        private void act() {
            if (open != 0) {
                if (random.nextInt(20) == 0) {
                    clerk.dropped(open); // its patience is over
                    open = 0;
                }
                return;
            }
            open = ++asked;
            floor = origin.map(memory -> told.getOrDefault(memory, 0L)).orElse(0L);
            clerk.asked(open, question(), now);
        }

        private MeshRequest question() {
            publishing = Optional.empty();
            if (card.isEmpty()) {
                life = Math.max(life + 1, now);
                Card fresh = new Card(new Member(name, life, Optional.empty(), 1), 0, 0, CardState.WAITING, "");
                return new MeshRequest.Join(GROUP, fresh);
            }
            card = card.map(before -> before.withBeat(before.beat() + 1));
            Card mine = card.orElseThrow();
            if (origin.isEmpty() || random.nextInt(3) > 0) {
                return new MeshRequest.Pulse(GROUP, mine, Optional.empty());
            }
            Version next = known.map(Version::next).orElse(new Version("l", 1));
            publishing = Optional.of(next);
            Allocation allocation = PLANNER.found(next, Tokens.sql(2));
            return new MeshRequest.Publish(GROUP, mine.life(), known, allocation);
        }

        @Override
        public void send(String node, MeshMessage note) {
            way(ways, name + ">" + node).add(note);
        }

        @Override
        public void answered(long mark, MeshReply reply) {
            if (mark != open) {
                return;
            }
            open = 0;
            if (reply instanceof MeshReply.Admitted admitted) {
                boolean in = admitted.admission() instanceof Admission.Admitted;
                card = in
                        ? Optional.of(
                                new Card(new Member(name, life, Optional.empty(), 1), 0, 0, CardState.WAITING, ""))
                        : Optional.empty();
                if (admitted.admission() instanceof Admission.Occupied occupied) {
                    clerk.asked(
                            ++asked,
                            new MeshRequest.Remove(
                                    GROUP, occupied.by().life(), occupied.by().beat()),
                            now);
                }
            } else if (reply instanceof MeshReply.Ejected) {
                card = Optional.empty();
                ejected++;
            } else if (reply instanceof MeshReply.Done done && done.yes() && publishing.isPresent()) {
                known = publishing;
                told.merge(memory(), publishing.get().epoch(), Math::max);
            } else if (reply instanceof MeshReply.Seen answer) {
                looked(answer.sighting());
            }
        }

        /** That of the board on which this node's copy is. */
        private String memory() {
            return clerk.book().page(GROUP).record().origin();
        }

        private void looked(BoardSnapshot sighting) {
            seen++;
            long epoch = sighting.version().map(Version::epoch).orElse(0L);
            if (origin.equals(Optional.of(sighting.origin()))) {
                assertThat(epoch)
                        .as("the epoch that %s sees in the memory %s", name, sighting.origin())
                        .isGreaterThanOrEqualTo(floor);
            }
            origin = Optional.of(sighting.origin());
            known = sighting.version();
            told.merge(sighting.origin(), epoch, Math::max);
        }

        @Override
        public void failed(long mark, String why) {
            if (mark == open) {
                open = 0;
            }
        }

        @Override
        public void changed(String group) {}

        @Override
        public void probe(String node) {
            if (!alive.containsKey(node)) {
                clerk.ended(node);
            }
        }
    }
}
