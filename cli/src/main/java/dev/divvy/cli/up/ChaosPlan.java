package dev.divvy.cli.up;

import dev.divvy.cli.up.demo.DemoKind;
import dev.divvy.cli.up.demo.ProcessOrders;
import dev.divvy.cli.up.demo.ProcessState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Decides which faults to inject, and when to heal them: a function of the processes, the time and its random numbers. Of each product at
 * most one process is down or paused at a time, and at least two others run. Used by one thread.
 */
final class ChaosPlan {

    private static final int FIRST_FAULT_MILLIS = 1_000;
    private static final int[] BETWEEN_FAULTS_MILLIS = {3_000, 6_000};

    /** Longer than the time-to-live of a member, so that the others take over. */
    private static final int[] LONG_PAUSE_MILLIS = {6_000, 12_000};

    /** Shorter than the time-to-live, so that nothing is taken over. */
    private static final int[] SHORT_PAUSE_MILLIS = {300, 1_200};

    private static final int DOWN_MILLIS = 6_000;
    private static final int FEWEST = 3;

    /** A process as it is seen. */
    record SeenProcess(DemoKind product, String name, ProcessState state) {}

    /** An order to a process; the action is one of {@link ProcessOrders#ALL}. */
    record Order(String action, String process) {}

    private final Random random;

    /** When to heal the processes at fault. */
    private final Map<String, Long> healing = new TreeMap<>();

    private long nextFault;

    /** @param now the time in milliseconds, like that of {@link #next} */
    ChaosPlan(long seed, long now) {
        this.random = new Random(seed);
        this.nextFault = now + FIRST_FAULT_MILLIS;
    }

    /** Returns the orders that are due. */
    List<Order> next(List<SeenProcess> processes, long now) {
        List<Order> orders = new ArrayList<>();
        for (SeenProcess process : processes) {
            Long due = healing.get(process.name());
            if (due != null && now >= due) {
                healing.remove(process.name());
                heal(process, orders);
            }
        }
        if (now >= nextFault) {
            nextFault = now + between(BETWEEN_FAULTS_MILLIS);
            fault(processes, now, orders);
        }
        return orders;
    }

    /** Returns the orders after which all processes run. */
    static List<Order> healAll(List<SeenProcess> processes) {
        List<Order> orders = new ArrayList<>();
        processes.forEach(process -> heal(process, orders));
        return orders;
    }

    private static void heal(SeenProcess process, List<Order> orders) {
        if (process.state() == ProcessState.PAUSED) {
            orders.add(new Order(ProcessOrders.CONTINUE, process.name()));
        } else if (process.state() == ProcessState.DOWN) {
            orders.add(new Order(ProcessOrders.START, process.name()));
        }
    }

    private void fault(List<SeenProcess> processes, long now, List<Order> orders) {
        Map<DemoKind, List<SeenProcess>> products = processes.stream()
                .collect(Collectors.groupingBy(SeenProcess::product, TreeMap::new, Collectors.toList()));
        products.values()
                .removeIf(all -> all.size() < FEWEST
                        || all.stream().anyMatch(process -> process.state() != ProcessState.RUNNING));
        if (products.isEmpty()) {
            return;
        }
        List<SeenProcess> product = pick(List.copyOf(products.values()));
        String victim = pick(product).name();
        if (random.nextBoolean()) {
            orders.add(new Order(ProcessOrders.KILL, victim));
            healing.put(victim, now + DOWN_MILLIS);
        } else {
            orders.add(new Order(ProcessOrders.PAUSE, victim));
            boolean brief = random.nextInt(5) == 0;
            healing.put(victim, now + between(brief ? SHORT_PAUSE_MILLIS : LONG_PAUSE_MILLIS));
        }
    }

    private <T> T pick(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }

    private int between(int[] range) {
        return range[0] + random.nextInt(range[1] - range[0] + 1);
    }
}
