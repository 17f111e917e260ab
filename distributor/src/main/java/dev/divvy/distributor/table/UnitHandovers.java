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
 * Whom the services that came by a unit must wait for, as the one companion of the table that its readers may ignore. Only services that
 * acknowledge are told: for the others nobody would ask.
 *
 * @param releasers by unit and new owner; a unit that belongs to nobody has an empty name as its owner
 */
public record UnitHandovers(NavigableMap<UnitHandover, List<UnitReleaser>> releasers) {

    public static final UnitHandovers NONE = new UnitHandovers(Collections.emptyNavigableMap());

    private static final String NOBODY = "";

    /** No chain is longer: whoever lost a unit so many moves ago had its time. */
    private static final int LONGEST_CHAIN = 16;

    public UnitHandovers {
        releasers = Collections.unmodifiableNavigableMap(new TreeMap<>(releasers));
    }

    /** The releasers of one text: {@code 5@a:1,6@b:1}. */
    public static List<UnitReleaser> releasers(String text) {
        return Stream.of(text.split(",", -1)).map(UnitReleaser::of).toList();
    }

    public static UnitHandovers of(Map<String, String> texts) {
        NavigableMap<UnitHandover, List<UnitReleaser>> all = new TreeMap<>();
        texts.forEach((motion, chain) -> all.put(UnitHandover.of(motion), releasers(chain)));
        return new UnitHandovers(all);
    }

    public Map<String, String> texts() {
        Map<String, String> texts = new TreeMap<>();
        releasers.forEach((motion, chain) -> texts.put(motion.text(), text(chain)));
        return texts;
    }

    private static String text(List<UnitReleaser> chain) {
        return String.join(",", chain.stream().map(UnitReleaser::text).toList());
    }

    public List<UnitReleaser> of(String service, String unit) {
        return releasers.getOrDefault(new UnitHandover(service, unit), List.of());
    }

    /** The services that somebody waits for. */
    SortedSet<String> awaited() {
        SortedSet<String> all = new TreeSet<>();
        releasers.values().forEach(chain -> chain.forEach(releaser -> all.add(releaser.service())));
        return all;
    }

    /**
     * What is in motion after a change.
     *
     * @param acknowledged what each service that acknowledges has let go of
     * @param forget releasers of earlier epochs had their time
     */
    UnitHandovers after(UnitMoves moves, Map<String, Long> acknowledged, long epoch, long forget) {
        NavigableMap<UnitHandover, List<UnitReleaser>> next = new TreeMap<>();
        releasers.forEach((motion, chain) -> put(next, motion, open(chain, acknowledged, forget)));
        moves.units().forEach((unit, move) -> {
            if (!isName(unit)) {
                return;
            }
            // What waits for an owner stays: with several namespaces a unit may have several heirs, one after the
            // other.
            List<UnitReleaser> waited = new ArrayList<>(next.getOrDefault(new UnitHandover(NOBODY, unit), List.of()));
            move.lost().stream().filter(UnitHandovers::isName).forEach(former -> {
                List<UnitReleaser> chain = next.remove(new UnitHandover(former, unit));
                waited.addAll(chain == null ? List.of() : chain);
                waited.add(new UnitReleaser(former, epoch));
            });
            heirs(move, acknowledged).forEach(heir -> put(next, new UnitHandover(heir, unit), shortened(waited)));
        });
        return new UnitHandovers(next);
    }

    /** Who must be told whom to wait for; a unit without an owner keeps it for whoever comes. */
    private static Collection<String> heirs(UnitMoves.Move move, Map<String, Long> acknowledged) {
        return move.gained().isEmpty()
                ? List.of(NOBODY)
                : move.gained().stream().filter(acknowledged::containsKey).toList();
    }

    /** What somebody else wrote into the table may be anything; it never acknowledges, and could not be told apart in a text. */
    private static boolean isName(String service) {
        return !service.isEmpty() && service.chars().noneMatch(c -> c == ',' || Character.isISOControl(c));
    }

    private static List<UnitReleaser> shortened(List<UnitReleaser> chain) {
        return List.copyOf(chain.subList(Math.max(0, chain.size() - LONGEST_CHAIN), chain.size()));
    }

    private static void put(
            NavigableMap<UnitHandover, List<UnitReleaser>> all, UnitHandover motion, List<UnitReleaser> chain) {
        if (!chain.isEmpty()) {
            all.put(motion, chain);
        }
    }

    /** Those that are still waited for. While there is any the last one stays too: it says since when the unit is its owner's. */
    private static List<UnitReleaser> open(List<UnitReleaser> chain, Map<String, Long> acknowledged, long forget) {
        List<UnitReleaser> open = chain.stream()
                .filter(releaser -> releaser.epoch() >= forget
                        && acknowledged.getOrDefault(releaser.service(), 0L) < releaser.epoch())
                .toList();
        UnitReleaser last = chain.get(chain.size() - 1);
        return open.isEmpty() || open.contains(last)
                ? open
                : Stream.concat(open.stream(), Stream.of(last)).toList();
    }
}
