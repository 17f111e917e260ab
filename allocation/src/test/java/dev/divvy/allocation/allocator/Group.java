package dev.divvy.allocation.allocator;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Directives;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Pieces;
import dev.divvy.allocation.Roster;
import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.Units;
import dev.divvy.allocation.Version;
import dev.divvy.allocation.plan.Acknowledgements;
import dev.divvy.allocation.plan.Planner;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A group to which everything happens, from one seed: joins, leaves, restarts, several at once, weights, drains, pins, suspensions, exclusive jobs,
 * units that come and go, members that let go late. Each {@link #step()} is one epoch.
 */
public final class Group {

    /** What may happen in a life of a group. */
    public record Life(int mostMembers, int mostPieces, boolean weights, boolean directives, boolean unitsChange) {
        public static final Life EQUAL = new Life(12, 200, false, false, false);
        public static final Life WEIGHTED = new Life(12, 200, true, false, false);
        public static final Life EVERYTHING = new Life(9, 120, true, true, true);
    }

    private static final String[] ZONES = {"north", "south", "west"};

    private final SplittableRandom random;
    private final Life life;
    private final Planner planner;
    private final TreeMap<Incarnation, Long> board = new TreeMap<>();
    private final List<String> gone = new ArrayList<>();
    private Roster roster = Roster.EMPTY;
    private Pieces pieces;
    private Directives directives = Directives.NONE;
    private int named;
    private long lives;
    private Allocation before;
    private Allocation now;
    private Acknowledgements witness = Acknowledgements.NOBODY;

    public Group(long seed, Life life, Allocator allocator, int copies) {
        this.random = new SplittableRandom(seed);
        this.life = life;
        this.planner = new Planner(allocator, copies);
        this.pieces = firstPieces();
        int members = 1 + random.nextInt(life.mostMembers);
        for (int i = 0; i < members; i++) {
            join();
        }
        this.now = planner.first(new Version("g" + seed, 1), pieces, roster, directives);
        this.before = now;
        present();
    }

    public Allocation before() {
        return before;
    }

    public Allocation now() {
        return now;
    }

    public Acknowledgements witness() {
        return witness;
    }

    public Roster roster() {
        return roster;
    }

    /** What the allocator was asked at the last step. */
    public AllocationRequest asked() {
        return Planner.ask(before, now.pieces(), now.roster(), now.directives());
    }

    public Group step() {
        int changes = random.nextInt(5) == 0 ? 2 + random.nextInt(3) : 1;
        for (int i = 0; i < changes; i++) {
            change();
        }
        acknowledge();
        witness = Acknowledgements.of(board);
        before = now;
        now = planner.next(before, pieces, roster, directives, witness);
        present();
        return this;
    }

    private void change() {
        int dice = random.nextInt(life.directives ? 15 : life.weights ? 9 : 6);
        switch (dice) {
            case 0, 1, 2 -> join();
            case 3, 4 -> leave();
            case 5 -> restart();
            case 6, 7, 8 -> reweigh();
            case 9 -> directives = directives.weigh(someId(), random.nextInt(4));
            case 10 -> directives = directives.unweigh(someId());
            case 11 -> pin();
            case 12 -> directives = directives.suspend(!directives.suspended() && random.nextInt(3) == 0);
            case 13 -> exclusiveJob();
            default -> changeUnits();
        }
    }

    private void join() {
        if (roster.size() >= life.mostMembers) {
            leave();
            return;
        }
        String id = !gone.isEmpty() && random.nextBoolean() ? gone.remove(random.nextInt(gone.size())) : "m" + named++;
        int weight = life.weights ? 1 + random.nextInt(5) : 1;
        Optional<String> zone =
                life.directives && random.nextBoolean() ? Optional.of(ZONES[random.nextInt(3)]) : Optional.empty();
        roster = roster.with(new Member(id, nextLife(), zone, weight));
    }

    private long nextLife() {
        return lives++;
    }

    private void leave() {
        if (roster.size() > (life.directives ? 0 : 1)) {
            Member leaver = roster.get(random.nextInt(roster.size()));
            roster = roster.without(leaver.id());
            gone.add(leaver.id());
            if (random.nextBoolean()) {
                board.remove(leaver.life());
            }
        }
    }

    private void restart() {
        if (roster.size() > 0) {
            Member old = roster.get(random.nextInt(roster.size()));
            board.remove(old.life());
            roster = roster.with(old.withIncarnation(nextLife()));
        }
    }

    private void reweigh() {
        if (roster.size() > 0) {
            Member member = roster.get(random.nextInt(roster.size()));
            int weight = random.nextInt(8) == 0 ? 0 : 1 + random.nextInt(random.nextInt(6) == 0 ? 1_000_000 : 5);
            roster = roster.with(member.withWeight(weight));
        }
    }

    private void pin() {
        if (pieces.count() > 0) {
            String name = pieces.name(random.nextInt(pieces.count()));
            directives = random.nextInt(3) == 0 ? directives.unpin(name) : directives.pin(name, someId());
        }
    }

    private void exclusiveJob() {
        boolean begins = !directives.atRest() && roster.size() > 0 && random.nextInt(3) == 0;
        directives = begins
                ? directives.exclusive(roster.get(random.nextInt(roster.size())).life())
                : directives.shared();
    }

    private String someId() {
        return "m" + random.nextInt(Math.max(1, named));
    }

    private Pieces firstPieces() {
        int count = 1 + random.nextInt(life.mostPieces);
        if (!life.unitsChange || random.nextBoolean()) {
            return random.nextBoolean() ? Tokens.wide(count) : Tokens.sql(count);
        }
        TreeSet<String> names = new TreeSet<>();
        for (int i = 0; i < count; i++) {
            names.add("u" + random.nextInt(1000));
        }
        return Units.of(names);
    }

    private void changeUnits() {
        if (life.unitsChange && pieces instanceof Units units) {
            TreeSet<String> names = new TreeSet<>(units.names());
            for (int i = random.nextInt(4); i >= 0; i--) {
                String name = "u" + random.nextInt(1000);
                if (!names.remove(name) && names.size() < life.mostPieces) {
                    names.add(name);
                }
            }
            if (random.nextInt(3) == 0 && !names.isEmpty()) {
                names.pollFirst();
            }
            pieces = Units.of(names);
        } else if (life.unitsChange && pieces instanceof Tokens tokens && tokens.count() <= life.mostPieces / 2) {
            pieces = new Tokens(tokens.count() * 2, tokens.rule());
        }
    }

    private void present() {
        roster.members().forEach(member -> board.putIfAbsent(member.life(), 0L));
    }

    /** Some members let go of what they lost, some do not, some that left go for good. */
    private void acknowledge() {
        List<Incarnation> lives = new ArrayList<>(board.keySet());
        for (Incarnation one : lives) {
            boolean left =
                    roster.find(one.member()).filter(m -> m.life().equals(one)).isEmpty();
            if (left && random.nextInt(3) == 0) {
                board.remove(one);
            } else if (random.nextInt(3) > 0) {
                board.put(one, now.epoch());
            }
        }
    }
}
