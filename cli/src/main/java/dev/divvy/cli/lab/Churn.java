package dev.divvy.cli.lab;

import dev.divvy.allocation.Member;
import dev.divvy.allocation.Roster;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The changes of a cluster, drawn from a seed: a sequence of rosters. Four of five events are one join or one leave, the others two or
 * three changes at once. A joining member is new or, equally often, one that left earlier and comes back under its id. The size varies
 * between half of the initial size, at least 1, and half as much again.
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

    public Churn(LabSettings settings) {
        least = settings.least();
        most = settings.most();
        random = new SplittableRandom(settings.seed());
        List<Member> first = new ArrayList<>();
        while (present.size() < settings.members()) {
            present.add(newcomer());
            first.add(Member.of(present.get(present.size() - 1)));
        }
        roster = Roster.of(first);
    }

    /** Returns the current members; before the first event, the initial ones. */
    public Roster roster() {
        return roster;
    }

    /** Advances to the next event and returns its roster. */
    public Roster next() {
        event++;
        int changes = random.nextInt(100) < SINGLE_PERCENT ? 1 : random.nextInt(2, 4);
        // A member changes at most once per event: joining and leaving at once would be no change.
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
