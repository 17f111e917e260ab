package dev.divvy.cli.up;

import dev.divvy.cli.terminal.Failure;
import dev.divvy.cli.up.ChaosPlan.SeenProcess;
import dev.divvy.cli.up.cache.CacheDemo;
import dev.divvy.cli.up.cache.KeyAccess;
import dev.divvy.cli.up.demo.Demo;
import dev.divvy.cli.up.demo.DemoProcess;
import dev.divvy.cli.up.demo.DemoStatus;
import dev.divvy.cli.up.demo.Findings;
import dev.divvy.cli.up.demo.ProcessOrders;
import dev.divvy.console.Operation;
import dev.divvy.console.Operations;
import dev.divvy.console.OperationsView;
import dev.divvy.console.OperationsView.ManagedProcess;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The operations of the dashboard on the demos. */
final class UpOperations implements Operations, AutoCloseable {

    private final List<Demo> demos;
    private final long seed;
    private final Consumer<String> news;
    private final Chaos chaos;

    /**
     * Operations on these demos.
     *
     * @param demos grows while the demos start
     * @param seed the seed of chaos
     * @param news gets messages for the user, on any thread
     */
    UpOperations(List<Demo> demos, long seed, Consumer<String> news) {
        this.demos = demos;
        this.seed = seed;
        this.news = news;
        this.chaos = new Chaos(seed, this::seen, order -> order(order.action(), order.process()));
    }

    @Override
    public OperationsView view() {
        List<ManagedProcess> processes = new ArrayList<>();
        demos.forEach(demo -> demo.status()
                .processes()
                .forEach(status -> demo.process(status.name())
                        .ifPresent(process -> processes.add(managed(demo, process, status)))));
        return new OperationsView(chaos.isOn(), audit(), processes);
    }

    private static ManagedProcess managed(Demo demo, DemoProcess process, DemoStatus.ProcessStatus status) {
        return new ManagedProcess(
                demo.kind().product(),
                status.name(),
                demo.member(process),
                status.pid(),
                status.state().toString(),
                status.detail(),
                ProcessOrders.possible(process));
    }

    OperationsView.Audit audit() {
        long faults = demos.stream().mapToLong(demo -> demo.orders().faults()).sum();
        return demos.stream()
                .map(Demo::findings)
                .reduce(Findings.NONE, Findings::plus)
                .audit(faults);
    }

    private List<SeenProcess> seen() {
        return demos.stream()
                .flatMap(demo -> demo.status().processes().stream()
                        .map(process -> new SeenProcess(demo.kind(), process.name(), process.state())))
                .toList();
    }

    @Override
    public String perform(Operation operation) {
        String target = operation.target();
        try {
            return switch (operation.action()) {
                case "add" -> demo(target).add() + " was started";
                case "chaos" -> chaos(target);
                case "get" -> keys().get(target);
                case "set" -> keys().set(target, operation.value());
                default -> order(operation.action(), target);
            };
        } catch (Failure e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
    }

    private String order(String action, String name) {
        if (!ProcessOrders.ALL.contains(action)) {
            throw new IllegalArgumentException("there is no action '" + action + "'; there are add, chaos, get, set, "
                    + String.join(", ", ProcessOrders.ALL));
        }
        for (Demo demo : demos) {
            if (demo.process(name).isPresent()) {
                return demo.orders().perform(action, demo.process(name).get());
            }
        }
        throw new IllegalArgumentException("there is no process '" + name + "'; there are "
                + demos.stream()
                        .flatMap(demo -> demo.processes().stream())
                        .map(DemoProcess::id)
                        .collect(Collectors.joining(", ")));
    }

    private Demo demo(String product) {
        return demos.stream()
                .filter(demo -> demo.kind().product().equals(product))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no product '" + product + "'; there are "
                        + demos.stream().map(demo -> demo.kind().product()).collect(Collectors.joining(", "))));
    }

    private String chaos(String target) {
        boolean changed = switch (target) {
            case "on" -> chaos.start();
            case "off" -> chaos.stop();
            default -> throw new IllegalArgumentException("chaos can be on or off, not '" + target + "'");
        };
        String effect = target.equals("on") ? "chaos is on" : "chaos is off";
        if (!changed) {
            return effect + " already";
        }
        news.accept(effect + (target.equals("on") ? ", with seed " + seed : "; all processes run again"));
        return effect;
    }

    private KeyAccess keys() {
        return demos.stream()
                .flatMap(demo -> demo instanceof CacheDemo cache ? Stream.of(cache.keys()) : Stream.empty())
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no cache here"));
    }

    /** Injects no more faults. */
    @Override
    public void close() {
        chaos.close();
    }
}
