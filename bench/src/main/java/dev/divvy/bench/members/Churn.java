package dev.divvy.bench.members;

import dev.divvy.allocation.Member;
import dev.divvy.allocation.Roster;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Members that join and leave, from one seed. A member that joins has a new id, anywhere in the order of the roster. */
public final class Churn {

    private final SplittableRandom random;

    public Churn(long seed) {
        random = new SplittableRandom(seed);
    }

    public Roster members(int count) {
        return join(Roster.EMPTY, count);
    }

    public Roster join(Roster roster, int count) {
        List<Member> members = new ArrayList<>(roster.members());
        for (int i = 0; i < count; i++) {
            members.add(Member.of("m" + random.nextLong(Long.MAX_VALUE)));
        }
        return Roster.of(members);
    }

    public Roster leave(Roster roster, int count) {
        List<Member> members = new ArrayList<>(roster.members());
        for (int i = 0; i < count; i++) {
            members.remove(random.nextInt(members.size()));
        }
        return Roster.of(members);
    }

    /**
     * Returns the given roster, then the roster after each event. Events come in pairs of a join and a leave, in random order. The size
     * differs by at most one from the first, and is equal to it after an even number of events.
     */
    public List<Roster> walk(Roster start, int events) {
        List<Roster> walk = new ArrayList<>();
        walk.add(start);
        boolean join = false;
        for (int event = 0; event < events; event++) {
            join = event % 2 == 0 ? random.nextBoolean() : !join;
            Roster now = walk.get(event);
            walk.add(join ? join(now, 1) : leave(now, 1));
        }
        return walk;
    }

    public static List<String> ids(Roster roster) {
        return roster.members().stream().map(Member::id).toList();
    }
}
