package dev.divvy.console.feed;

import dev.divvy.console.ProductSnapshot;
import dev.divvy.console.view.LaneMark;
import dev.divvy.coordination.status.GroupStatus;
import dev.divvy.coordination.status.MemberState;
import dev.divvy.coordination.status.MemberStatus;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** The holdings of each member of a group over time, as changes of its state. Used by one thread at a time. */
public final class LaneLog {

    private static final int MOST = 1_024;
    private static final String ABSENT = "absent";
    private static final String REFUSED = "refused";

    private final Deque<LaneMark> marks = new ArrayDeque<>();

    /** The newest mark of each member that is no longer in the list. */
    private final Map<String, LaneMark> older = new TreeMap<>();

    /** The current state of each member that is not absent. */
    private final Map<String, LaneMark> current = new TreeMap<>();

    private final Map<String, Long> refused = new TreeMap<>();

    /** Records this moment; returns the marks that it adds. */
    public List<LaneMark> see(ProductSnapshot snapshot, long now) {
        List<LaneMark> added = new ArrayList<>();
        Map<String, LaneMark> states = states(snapshot.group(), now);
        states.forEach((member, state) -> {
            LaneMark known = current.get(member);
            if (known == null || !known.kind().equals(state.kind()) || known.count() != state.count()) {
                added.add(state);
                current.put(member, state);
            }
        });
        for (String member : new TreeSet<>(current.keySet())) {
            if (!states.containsKey(member)) {
                added.add(new LaneMark(now, member, ABSENT, 0));
                current.remove(member);
            }
        }
        snapshot.refused().forEach((member, count) -> {
            // A count below the last one is that of a process that was restarted.
            long before = Math.min(count, refused.getOrDefault(member, 0L));
            if (count > before) {
                added.add(new LaneMark(now, member, REFUSED, (int) Math.min(count - before, Integer.MAX_VALUE)));
            }
            refused.put(member, count);
        });
        added.forEach(this::keep);
        return added;
    }

    private static Map<String, LaneMark> states(GroupStatus group, long now) {
        Map<String, Integer> releasing = new TreeMap<>();
        Map<String, Integer> waiting = new TreeMap<>();
        for (GroupStatus.Handover handover : group.handovers()) {
            int count = handover.pieces().count();
            handover.waitingFor()
                    .forEach(releaser -> releasing.merge(releaser.incarnation().member(), count, Integer::sum));
            handover.to().ifPresent(owner -> waiting.merge(owner, count, Integer::sum));
        }
        Map<String, LaneMark> states = new TreeMap<>();
        for (MemberStatus member : group.members()) {
            if (member.state() != MemberState.GONE) {
                states.put(member.id(), state(member, releasing, waiting, now));
            }
        }
        return states;
    }

    private static LaneMark state(
            MemberStatus member, Map<String, Integer> releasing, Map<String, Integer> waiting, long now) {
        String id = member.id();
        int owned = member.pieces().count();
        if (isSilent(member)) {
            return new LaneMark(now, id, "silent", owned);
        }
        if (releasing.containsKey(id)) {
            return new LaneMark(now, id, "releasing", releasing.get(id));
        }
        if (waiting.containsKey(id)) {
            return new LaneMark(now, id, "waiting", waiting.get(id));
        }
        return new LaneMark(now, id, owned > 0 ? "holds" : "idle", owned);
    }

    /** Half of the time-to-live is several heartbeats. */
    private static boolean isSilent(MemberStatus member) {
        return member.beatAge().isPresent()
                && member.timeToLive().isPresent()
                && member.beatAge()
                                .get()
                                .multipliedBy(2)
                                .compareTo(member.timeToLive().get())
                        > 0;
    }

    private void keep(LaneMark mark) {
        marks.addLast(mark);
        if (marks.size() > MOST) {
            LaneMark dropped = marks.removeFirst();
            if (dropped.kind().equals(ABSENT)) {
                older.remove(dropped.member());
            } else if (!dropped.kind().equals(REFUSED)) {
                older.put(dropped.member(), dropped);
            }
        }
    }

    /** Returns the recorded marks, the oldest first; a member whose last change is longer ago has that mark too. */
    public List<LaneMark> marks() {
        List<LaneMark> all = new ArrayList<>(older.values());
        all.addAll(marks);
        return all;
    }
}
