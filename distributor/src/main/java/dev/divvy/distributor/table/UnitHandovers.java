package dev.divvy.distributor.table;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * For each unit that moved, the services that must release it before its new owner may start. Stored beside the table; readers of the table
 * may ignore it. Contains only new owners that acknowledge, because the others do not read it.
 *
 * @param releasers the former owners by unit and new owner, in the order in which they lost the unit; the new owner is empty while the unit
 *     has none
 */
public record UnitHandovers(NavigableMap<UnitHandover, List<AwaitedRelease>> releasers) {

    public static final UnitHandovers NONE = new UnitHandovers(Collections.emptyNavigableMap());

    private static final String NO_OWNER = "";

    /** A service that lost a unit more moves ago than this has had enough time to release it. */
    private static final int LONGEST_CHAIN = 16;

    public UnitHandovers {
        releasers = Collections.unmodifiableNavigableMap(new TreeMap<>(releasers));
    }

    /** Parses a chain of releasers such as {@code 5@a:1,6@b:1}. A part that was changed to anything else is left out. */
    public static List<AwaitedRelease> releasers(String text) {
        return Stream.of(text.split(",", -1))
                .filter(AwaitedRelease::isText)
                .map(AwaitedRelease::of)
                .toList();
    }

    public static UnitHandovers of(Map<String, String> texts) {
        NavigableMap<UnitHandover, List<AwaitedRelease>> all = new TreeMap<>();
        texts.forEach((handover, chain) -> {
            if (handover.indexOf(',') >= 0) {
                put(all, UnitHandover.of(handover), releasers(chain));
            }
        });
        return new UnitHandovers(all);
    }

    public Map<String, String> texts() {
        Map<String, String> texts = new TreeMap<>();
        releasers.forEach((handover, chain) -> texts.put(handover.text(), text(chain)));
        return texts;
    }

    private static String text(List<AwaitedRelease> chain) {
        return String.join(",", chain.stream().map(AwaitedRelease::text).toList());
    }

    public List<AwaitedRelease> of(String service, String unit) {
        return releasers.getOrDefault(new UnitHandover(service, unit), List.of());
    }

    /** Returns the services that a new owner waits for. */
    SortedSet<String> awaitedServices() {
        SortedSet<String> all = new TreeSet<>();
        releasers.values().forEach(chain -> chain.forEach(releaser -> all.add(releaser.service())));
        return all;
    }

    /**
     * Returns the handovers after a change of the table.
     *
     * @param acknowledged the acknowledged epoch of each service that acknowledges
     * @param epoch the epoch of the changed table
     * @param expiredBefore the epoch before which releasers are no longer waited for
     */
    UnitHandovers after(UnitMoves moves, Map<String, Long> acknowledged, long epoch, long expiredBefore) {
        NavigableMap<UnitHandover, List<AwaitedRelease>> next = new TreeMap<>();
        releasers.forEach((handover, chain) -> put(next, handover, pending(chain, acknowledged, expiredBefore)));
        moves.units().forEach((unit, move) -> {
            if (!isName(unit)) {
                return;
            }
            // The entry without an owner stays: with several namespaces a unit may get several new owners, one after
            // the other.
            List<AwaitedRelease> former =
                    new ArrayList<>(next.getOrDefault(new UnitHandover(NO_OWNER, unit), List.of()));
            move.lost().stream().filter(UnitHandovers::isName).forEach(loser -> {
                List<AwaitedRelease> chain = next.remove(new UnitHandover(loser, unit));
                former.addAll(chain == null ? List.of() : chain);
                former.add(new AwaitedRelease(loser, epoch));
            });
            newOwners(move, acknowledged).forEach(owner -> put(next, new UnitHandover(owner, unit), shortened(former)));
        });
        return new UnitHandovers(next);
    }

    /** Returns the new owners that acknowledge; the empty name for a unit without an owner, so that its next owner waits. */
    private static Collection<String> newOwners(UnitMoves.Move move, Map<String, Long> acknowledged) {
        return move.gained().isEmpty()
                ? List.of(NO_OWNER)
                : move.gained().stream().filter(acknowledged::containsKey).toList();
    }

    /** A table changed by hand may contain any text. Such a service never acknowledges, and its name would break the stored form. */
    private static boolean isName(String name) {
        return !name.isEmpty() && name.chars().noneMatch(c -> c == ',' || Character.isISOControl(c));
    }

    private static List<AwaitedRelease> shortened(List<AwaitedRelease> chain) {
        return List.copyOf(chain.subList(Math.max(0, chain.size() - LONGEST_CHAIN), chain.size()));
    }

    private static void put(
            NavigableMap<UnitHandover, List<AwaitedRelease>> all, UnitHandover handover, List<AwaitedRelease> chain) {
        if (!chain.isEmpty()) {
            all.put(handover, chain);
        }
    }

    /**
     * Returns the releasers that are still waited for. While there is one, the last of the chain stays too: its epoch is the one at which
     * the owner got the unit.
     */
    private static List<AwaitedRelease> pending(
            List<AwaitedRelease> chain, Map<String, Long> acknowledged, long expiredBefore) {
        List<AwaitedRelease> pending = chain.stream()
                .filter(releaser -> releaser.epoch() >= expiredBefore
                        && acknowledged.getOrDefault(releaser.service(), 0L) < releaser.epoch())
                .toList();
        AwaitedRelease last = chain.get(chain.size() - 1);
        return pending.isEmpty() || pending.contains(last)
                ? pending
                : Stream.concat(pending.stream(), Stream.of(last)).toList();
    }
}
