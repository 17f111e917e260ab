package dev.divvy.cli.up;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.cli.up.ChaosPlan.Order;
import dev.divvy.cli.up.ChaosPlan.SeenProcess;
import dev.divvy.cli.up.demo.DemoKind;
import dev.divvy.cli.up.demo.ProcessOrders;
import dev.divvy.cli.up.demo.ProcessState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Plays a plan against processes that obey at once, on virtual time. */
class ChaosPlanTest {

    private static final int TICK = 200;
    private static final int RESTART_MILLIS = 8_000;

    private final Map<String, ProcessState> states = new TreeMap<>();
    private final Map<String, Long> since = new TreeMap<>();
    private final List<Order> given = new ArrayList<>();
    private long now;

    private void processes(String prefix, int count) {
        for (int i = 1; i <= count; i++) {
            states.put(prefix + i, ProcessState.RUNNING);
        }
    }

    private static DemoKind kind(String name) {
        return name.startsWith("n") ? DemoKind.CACHE : DemoKind.OUTBOX;
    }

    private List<SeenProcess> seen() {
        return states.entrySet().stream()
                .map(state -> new SeenProcess(kind(state.getKey()), state.getKey(), state.getValue()))
                .toList();
    }

    private void obey(List<Order> orders) {
        for (Order order : orders) {
            given.add(order);
            since.put(order.process(), now);
            states.put(
                    order.process(),
                    switch (order.action()) {
                        case ProcessOrders.KILL -> ProcessState.DOWN;
                        case ProcessOrders.PAUSE -> ProcessState.PAUSED;
                        default -> ProcessState.RUNNING;
                    });
        }
    }

    /** Workers restart by themselves. */
    private void restart() {
        states.replaceAll((name, state) -> state == ProcessState.DOWN
                        && kind(name).restarts()
                        && now - since.getOrDefault(name, 0L) >= RESTART_MILLIS
                ? ProcessState.RUNNING
                : state);
    }

    private long atFault(DemoKind kind) {
        return seen().stream()
                .filter(process -> process.product() == kind && process.state() != ProcessState.RUNNING)
                .count();
    }

    private void play(ChaosPlan plan, int minutes) {
        for (long end = now + minutes * 60_000L; now < end; now += TICK) {
            restart();
            obey(plan.next(seen(), now));
            assertThat(atFault(DemoKind.CACHE)).isLessThanOrEqualTo(1);
            assertThat(atFault(DemoKind.OUTBOX)).isLessThanOrEqualTo(1);
        }
    }

    private long count(String action) {
        return given.stream().filter(order -> order.action().equals(action)).count();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void ofEachProductAtMostOneProcessIsAtFaultAndAllAreHealed(long seed) {
        processes("n", 5);
        processes("w", 3);
        play(new ChaosPlan(seed, now), 10);
        assertThat(count(ProcessOrders.KILL)).isGreaterThan(20);
        assertThat(count(ProcessOrders.PAUSE)).isGreaterThan(20);
        Set<String> victims = new TreeSet<>();
        given.forEach(order -> victims.add(order.process()));
        assertThat(victims).isEqualTo(states.keySet());
        obey(ChaosPlan.healAll(seen()));
        assertThat(states.values()).containsOnly(ProcessState.RUNNING);
    }

    @Test
    void faultsAreThreeToSixSecondsApartWhileAProductIsWhole() {
        processes("n", 16);
        ChaosPlan plan = new ChaosPlan(7, now);
        long last = now;
        for (int faults = 0; faults < 50; now += TICK) {
            List<Order> orders = plan.next(seen(), now);
            // Healed at once.
            if (orders.stream().anyMatch(order -> order.action().matches("kill|pause"))) {
                assertThat(now - last).isBetween(faults == 0 ? 1_000L : 3_000L, 6_000L + TICK);
                last = now;
                faults++;
            }
        }
    }

    @Test
    void twoProcessesAreTooFewForAFault() {
        processes("n", 2);
        processes("w", 2);
        play(new ChaosPlan(1, now), 2);
        assertThat(given).isEmpty();
    }

    @Test
    void aProductThatAUserHasBrokenIsLeftAlone() {
        processes("n", 5);
        states.put("n4", ProcessState.PAUSED);
        play(new ChaosPlan(1, now), 2);
        assertThat(given).isEmpty();
        assertThat(ChaosPlan.healAll(seen())).containsExactly(new Order(ProcessOrders.CONTINUE, "n4"));
    }

    @Test
    void theSameSeedInjectsTheSameFaults() {
        processes("n", 5);
        play(new ChaosPlan(9, now), 3);
        List<Order> first = List.copyOf(given);
        given.clear();
        since.clear();
        states.replaceAll((name, state) -> ProcessState.RUNNING);
        now = 0;
        play(new ChaosPlan(9, now), 3);
        assertThat(given).isEqualTo(first);
    }
}
