package dev.divvy.boardpeers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.coordination.Timing;
import dev.divvy.testservers.Await;
import dev.divvy.testservers.process.JavaProcess;
import dev.divvy.testservers.process.TestProcess;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Several players, each in a process of its own, and what they held when. */
final class Troupe implements AutoCloseable {

    /** From when until when a player held a unit; until is the largest number while it holds it. */
    record Span(String player, String unit, long from, long until) {}

    private final List<InetSocketAddress> addresses;

    /** The words before the command of each. */
    private final List<List<String>> before;

    private final Duration pulse;
    private final Duration timeToLive;
    private final Map<String, TestProcess> players = new LinkedHashMap<>();
    private final List<TestProcess> all = new ArrayList<>();

    /** When those who were killed had ended. */
    private final Map<TestProcess, Long> ends = new HashMap<>();

    Troupe(int count, Duration pulse, Duration timeToLive) {
        this.addresses = IntStream.range(0, count).mapToObj(i -> Nodes.free()).toList();
        this.before = Collections.nCopies(count, List.of());
        this.pulse = pulse;
        this.timeToLive = timeToLive;
    }

    /** Players in two networks, each on the side that is named. */
    Troupe(TwoRooms rooms, List<String> sides) {
        this.addresses = IntStream.range(0, sides.size())
                .mapToObj(i -> new InetSocketAddress(TwoRooms.host(sides.get(i)), 7501 + i))
                .toList();
        this.before = sides.stream().map(rooms::on).toList();
        this.pulse = Timing.PEERS.pulse();
        this.timeToLive = Timing.PEERS.timeToLive();
    }

    /** The times of a mesh that nobody configured. */
    static Troupe usual(int count) throws Exception {
        return started(count, Timing.PEERS.timeToLive());
    }

    static Troupe started(int count, Duration timeToLive) throws Exception {
        Troupe troupe = new Troupe(count, Timing.PEERS.pulse(), timeToLive);
        for (int i = 0; i < count; i++) {
            troupe.start(i);
        }
        troupe.awaitShared(count);
        return troupe;
    }

    static String id(int index) {
        return "p" + index;
    }

    TestProcess start(int index) {
        List<String> arguments = List.of(
                id(index),
                MeshSettings.shown(addresses.get(index)),
                addresses.stream().map(MeshSettings::shown).collect(Collectors.joining(",")),
                Long.toString(pulse.toMillis()),
                Long.toString(timeToLive.toMillis()));
        TestProcess player = JavaProcess.of(Player.class, arguments)
                .withHeap(96)
                .withPrefix(before.get(index))
                .start(id(index));
        players.put(id(index), player);
        all.add(player);
        player.awaitSaid("joined after ", 1);
        return player;
    }

    TestProcess player(int index) {
        return Objects.requireNonNull(players.get(id(index)));
    }

    /** As {@code kill -9} does; what it said is still counted. Answers the moment before. */
    long kill(int index) {
        TestProcess player = player(index);
        long before = System.nanoTime();
        player.kill();
        ends.put(player, System.nanoTime());
        players.remove(id(index));
        return before;
    }

    List<Span> spans() {
        List<Span> spans = new ArrayList<>();
        for (TestProcess player : all) {
            for (String unit : Player.UNITS) {
                List<String> from = player.said("+" + unit + " ");
                List<String> until = player.said("-" + unit + " ");
                for (int i = 0; i < from.size(); i++) {
                    boolean over = i < until.size();
                    spans.add(new Span(
                            player.name(),
                            unit,
                            Long.parseLong(from.get(i)),
                            over ? Long.parseLong(until.get(i)) : ends.getOrDefault(player, Long.MAX_VALUE)));
                }
            }
        }
        return spans;
    }

    /** Who holds each unit now. One who stands still cannot say that it does not: it is left out. */
    Map<String, String> holders(String except) {
        return spans().stream()
                .filter(span -> span.until() == Long.MAX_VALUE && !span.player().equals(except))
                .collect(Collectors.toMap(Span::unit, Span::player, (a, b) -> a + "+" + b));
    }

    /** Waits until so many share all units evenly. */
    void awaitShared(int count) throws Exception {
        awaitShared(count, "");
    }

    void awaitShared(int count, String except) throws Exception {
        int share = Player.UNITS.size() / count;
        try {
            Await.until(count + " players share all units", () -> {
                Map<String, String> holders = holders(except);
                Map<String, Long> shares =
                        holders.values().stream().collect(Collectors.groupingBy(name -> name, Collectors.counting()));
                return holders.size() == Player.UNITS.size()
                        && shares.size() == count
                        && shares.values().stream().allMatch(size -> size >= share);
            });
        } catch (AssertionError e) {
            throw new AssertionError(tails(), e);
        }
    }

    /** Waits until these hold all units among them, whatever others hold. */
    void awaitAllHeldBy(List<Integer> some) throws Exception {
        List<String> ids = some.stream().map(Troupe::id).toList();
        try {
            Await.until(
                    ids + " hold all units",
                    () -> spans().stream()
                                    .filter(span -> span.until() == Long.MAX_VALUE && ids.contains(span.player()))
                                    .map(Span::unit)
                                    .distinct()
                                    .count()
                            == Player.UNITS.size());
        } catch (AssertionError e) {
            throw new AssertionError(tails(), e);
        }
    }

    /** When the last unit was held again after this moment. */
    long lastGainAfter(long moment) {
        return spans().stream()
                .filter(span -> span.until() == Long.MAX_VALUE)
                .mapToLong(Span::from)
                .filter(from -> from > moment)
                .max()
                .orElse(moment);
    }

    /** No unit was ever held by two at one moment. */
    void checkNoneTwice() {
        List<Span> spans = spans();
        for (Span one : spans) {
            for (Span other : spans) {
                if (one.unit().equals(other.unit()) && !one.player().equals(other.player())) {
                    assertThat(one.from() < other.until() && other.from() < one.until())
                            .as("%s and %s\n%s", one, other, tails())
                            .isFalse();
                }
            }
        }
    }

    String tails() {
        return all.stream().map(TestProcess::tail).collect(Collectors.joining("\n"));
    }

    @Override
    public void close() {
        all.forEach(TestProcess::close);
    }
}
