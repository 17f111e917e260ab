package dev.divvy.outbox.scenario;

import dev.divvy.testservers.Await;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** All workers of a scenario, those that are gone too. Used by one thread; closing ends every process. */
final class Crew implements AutoCloseable {

    private final Place place;
    private final Scenario scenario;
    private final List<Child> everybody = new ArrayList<>();
    private final Thread atExit = new Thread(this::endAll);

    Crew(Place place, Scenario scenario) {
        this.place = place;
        this.scenario = scenario;
        Runtime.getRuntime().addShutdownHook(atExit);
    }

    Place place() {
        return place;
    }

    /** One more worker; it is not ready yet. */
    synchronized Child join() throws IOException {
        int number = everybody.size() + 1;
        Map<String, String> environment = scenario.clocks().environment(number);
        Orders orders = new Orders("m" + number, scenario.inside(), scenario.pulse(), scenario.expiration());
        Child child = Child.start(place, orders, environment);
        everybody.add(child);
        return child;
    }

    /** Several at once, until all are ready. */
    void join(int many) throws Exception {
        List<Child> fresh = new ArrayList<>();
        for (int i = 0; i < many; i++) {
            fresh.add(join());
        }
        for (Child child : fresh) {
            child.awaitSaid("READY");
        }
    }

    synchronized List<Child> living() {
        return everybody.stream().filter(child -> !child.ended()).toList();
    }

    synchronized List<Child> everybody() {
        return List.copyOf(everybody);
    }

    /** The worker that is held at this gate, other than one. */
    Child awaitHeld(String gate, Optional<Child> other) throws Exception {
        Await.until(
                "somebody comes to " + gate,
                Duration.ofMinutes(1),
                () -> held(gate, other).isPresent());
        return held(gate, other).orElseThrow();
    }

    /** Since which epoch a worker has the event that it was first held with. */
    long epochHeld(String gate, Child child) {
        return child.said("HELD").stream()
                .filter(line -> line.startsWith(gate + " "))
                .mapToLong(line -> Long.parseLong(line.substring(gate.length() + 1)))
                .findFirst()
                .orElseThrow();
    }

    Optional<Child> held(String gate, Optional<Child> other) {
        return living().stream()
                .filter(child -> other.isEmpty() || child != other.get())
                .filter(child -> child.said("HELD").stream().anyMatch(line -> line.startsWith(gate + " ")))
                .findFirst();
    }

    String tails() {
        return everybody().stream().map(Child::tail).collect(Collectors.joining("\n"));
    }

    private synchronized void endAll() {
        everybody.forEach(Child::end);
    }

    @Override
    public void close() {
        endAll();
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException e) {
            // The JVM ends, and so does everybody.
        }
    }
}
