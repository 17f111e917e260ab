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
import dev.divvy.allocation.plan.PlanInputs;
import dev.divvy.allocation.plan.Planner;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A group that undergoes all kinds of changes, drawn from one seed: joins, leaves, restarts, several at once, weights, drains, pins,
 * suspensions, exclusive jobs, changes of the units, members that release or settle late. Each {@link #step()} is one epoch.
 */
public final class Group {

    /** The kinds of changes that a group undergoes. */
    public record Profile(int mostMembers, int mostPieces, boolean weights, boolean directives, boolean unitsChange) {
        public static final Profile EQUAL = new Profile(12, 200, false, false, false);
        public static final Profile WEIGHTED = new Profile(12, 200, true, false, false);
        public static final Profile EVERYTHING = new Profile(9, 120, true, true, true);
    }

    private static final String[] ZONES = {"north", "south", "west"};

    private final SplittableRandom random;
    private final SplittableRandom settling;
    private final Profile profile;
    private final Planner planner;
    private final TreeMap<Incarnation, Long> board = new TreeMap<>();
    private final TreeMap<Incarnation, Long> settled = new TreeMap<>();
    private final List<String> gone = new ArrayList<>();
    private Roster roster = Roster.EMPTY;
    private Pieces pieces;
    private Directives directives = Directives.NONE;
    private int named;
    private long incarnations;
    private Allocation before;
    private Allocation now;
    private Acknowledgements acknowledgements = Acknowledgements.NONE;

    public Group(long seed, Profile profile, Planner planner) {
        this.random = new SplittableRandom(seed);
        this.profile = profile;
        this.settling = new SplittableRandom(~seed);
        this.planner = planner;
        this.pieces = firstPieces();
        int members = 1 + random.nextInt(profile.mostMembers);
        for (int i = 0; i < members; i++) {
            join();
        }
        this.now = planner.first(new Version("g" + seed, 1), pieces, roster, directives);
        this.before = now;
        addCards();
    }

    public Allocation before() {
        return before;
    }

    public Allocation now() {
        return now;
    }

    public Acknowledgements acknowledgements() {
        return acknowledgements;
    }

    public Roster roster() {
        return roster;
    }

    /** Returns the request to the allocator at the last step. */
    public AllocationRequest lastRequest() {
        return lastRequest(now.roster());
    }

    /** Returns the request of the last step for an equal roster. */
    public AllocationRequest lastRequest(Roster roster) {
        return Planner.request(
                before,
                new PlanInputs(now.pieces(), roster, now.directives()),
                acknowledgements,
                planner.replication());
    }

    public Group step() {
        int changes = random.nextInt(5) == 0 ? 2 + random.nextInt(3) : 1;
        for (int i = 0; i < changes; i++) {
            change();
        }
        acknowledge();
        acknowledgements = Acknowledgements.of(board, settled);
        before = now;
        now = planner.next(before, pieces, roster, directives, acknowledgements);
        addCards();
        return this;
    }

    private void change() {
        int choice = random.nextInt(profile.directives ? 15 : profile.weights ? 9 : 6);
        switch (choice) {
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
        if (roster.size() >= profile.mostMembers) {
            leave();
            return;
        }
        String id = !gone.isEmpty() && random.nextBoolean() ? gone.remove(random.nextInt(gone.size())) : "m" + named++;
        int weight = profile.weights ? 1 + random.nextInt(5) : 1;
        Optional<String> zone =
                profile.directives && random.nextBoolean() ? Optional.of(ZONES[random.nextInt(3)]) : Optional.empty();
        roster = roster.with(new Member(id, nextIncarnation(), zone, weight));
    }

    private long nextIncarnation() {
        return incarnations++;
    }

    private void leave() {
        if (roster.size() > (profile.directives ? 0 : 1)) {
            Member leaver = roster.get(random.nextInt(roster.size()));
            roster = roster.without(leaver.id());
            gone.add(leaver.id());
            if (random.nextBoolean()) {
                board.remove(leaver.incarnation());
            }
        }
    }

    private void restart() {
        if (roster.size() > 0) {
            Member old = roster.get(random.nextInt(roster.size()));
            board.remove(old.incarnation());
            roster = roster.with(old.withIncarnation(nextIncarnation()));
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
                ? directives.exclusive(roster.get(random.nextInt(roster.size())).incarnation())
                : directives.withoutExclusive();
    }

    private String someId() {
        return "m" + random.nextInt(Math.max(1, named));
    }

    private Pieces firstPieces() {
        int count = 1 + random.nextInt(profile.mostPieces);
        if (!profile.unitsChange || random.nextBoolean()) {
            return random.nextBoolean() ? Tokens.wide(count) : Tokens.sql(count);
        }
        TreeSet<String> names = new TreeSet<>();
        for (int i = 0; i < count; i++) {
            names.add("u" + random.nextInt(1000));
        }
        return Units.of(names);
    }

    private void changeUnits() {
        if (profile.unitsChange && pieces instanceof Units units) {
            TreeSet<String> names = new TreeSet<>(units.names());
            for (int i = random.nextInt(4); i >= 0; i--) {
                String name = "u" + random.nextInt(1000);
                if (!names.remove(name) && names.size() < profile.mostPieces) {
                    names.add(name);
                }
            }
            if (random.nextInt(3) == 0 && !names.isEmpty()) {
                names.pollFirst();
            }
            pieces = Units.of(names);
        } else if (profile.unitsChange && pieces instanceof Tokens tokens && tokens.count() <= profile.mostPieces / 2) {
            pieces = new Tokens(tokens.count() * 2, tokens.rule());
        }
    }

    private void addCards() {
        roster.members().forEach(member -> board.putIfAbsent(member.incarnation(), 0L));
    }

    /** Lets some members release the pieces that they lost, and removes the cards of some that left. */
    private void acknowledge() {
        List<Incarnation> present = new ArrayList<>(board.keySet());
        for (Incarnation incarnation : present) {
            boolean left = roster.find(incarnation.member())
                    .filter(m -> m.incarnation().equals(incarnation))
                    .isEmpty();
            if (left && random.nextInt(3) == 0) {
                board.remove(incarnation);
            } else if (random.nextInt(3) > 0) {
                board.put(incarnation, now.epoch());
            }
            if (settling.nextBoolean()) {
                settled.put(incarnation, now.epoch());
            }
        }
        // Those that are gone come back with another number only.
        settled.keySet().retainAll(board.keySet());
    }
}
