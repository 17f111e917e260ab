package dev.divvy.cli.lab;

import dev.divvy.allocation.Member;
import dev.divvy.allocation.Roster;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The life of a cluster, drawn from a seed: one roster after the other. Four events in five are one join or one leave, the others
 * two or three changes at once. A joiner is a newcomer or, as often, a member that left earlier and comes back under its id. The
 * size wanders between half of what it began with, at least 1, and half as much again.
 */
final class Churn {

    private static final int SINGLE_PERCENT = 80;

    private final int least;
    private final int most;
    private final SplittableRandom random;
    private final List<String> present = new ArrayList<>();
    private final List<String> gone = new ArrayList<>();
    private Roster roster;
    private int newcomers;
    private int event;

    public Churn(LabSettings setup) {
        least = setup.least();
        most = setup.most();
        random = new SplittableRandom(setup.seed());
        List<Member> first = new ArrayList<>();
        while (present.size() < setup.members()) {
            present.add(newcomer());
            first.add(Member.of(present.get(present.size() - 1)));
        }
        roster = Roster.of(first);
    }

    /** The members of now; before the first event those it began with. */
    public Roster roster() {
        return roster;
    }

    /** Lets the next event happen. */
    public Roster next() {
        event++;
        int changes = random.nextInt(100) < SINGLE_PERCENT ? 1 : random.nextInt(2, 4);
        // Who came or went in this event stays so: joining and leaving at once would be no change.
        List<String> touched = new ArrayList<>(changes);
        for (int change = 0; change < changes; change++) {
            boolean joins = random.nextBoolean();
            boolean mustLeave = present.size() >= most && !touched.containsAll(present);
            boolean mustJoin = present.size() <= least || touched.containsAll(present);
            touched.add(!mustLeave && (joins || mustJoin) ? join(touched) : leave(touched));
        }
        return roster;
    }

    private String join(List<String> touched) {
        boolean returns = random.nextBoolean() && !touched.containsAll(gone);
        String id = returns ? take(gone, touched) : newcomer();
        present.add(id);
        roster = roster.with(Member.of(id).withIncarnation(event));
        return id;
    }

    private String leave(List<String> touched) {
        String id = take(present, touched);
        gone.add(id);
        roster = roster.without(id);
        return id;
    }

    private String take(List<String> from, List<String> touched) {
        int index = random.nextInt(from.size());
        while (touched.contains(from.get(index))) {
            index = random.nextInt(from.size());
        }
        String id = from.get(index);
        String last = from.remove(from.size() - 1);
        if (index < from.size()) {
            from.set(index, last);
        }
        return id;
    }

    private String newcomer() {
        newcomers++;
        return "m" + newcomers;
    }
}
