package dev.divvy.outbox.scenario;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A worker in a process of its own, as its test sees it. */
final class Child {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int TAIL = 25;

    private final String member;
    private final Process process;
    private final Thread reader;

    /** All that it said; guarded by itself. */
    private final List<String> lines = new ArrayList<>();

    private Child(String member, Process process) {
        this.member = member;
        this.process = process;
        this.reader = new Thread(this::read, "output of " + member);
        reader.setDaemon(true);
        reader.start();
    }

    static Child start(Place place, Orders orders, Map<String, String> environment) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx96m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=info",
                "-Dorg.slf4j.simpleLogger.showDateTime=true",
                "-cp",
                System.getProperty("java.class.path"),
                ScenarioWorker.class.getName()));
        command.addAll(place.words());
        command.addAll(orders.words());
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(environment);
        return new Child(orders.member(), builder.start());
    }

    private void read() {
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                synchronized (lines) {
                    lines.add(line);
                }
            }
        } catch (IOException e) {
            synchronized (lines) {
                lines.add("its output ended: " + e);
            }
        }
    }

    String member() {
        return member;
    }

    // --- what it said ---

    /** What it said of this kind, without its name and the kind. */
    List<String> said(String kind) {
        String start = member + " " + kind + " ";
        synchronized (lines) {
            return lines.stream()
                    .filter(line -> line.startsWith(start))
                    .map(line -> line.substring(start.length()))
                    .toList();
        }
    }

    void awaitSaid(String kind) throws Exception {
        Await.until(member + " says " + kind, PATIENCE, () -> !said(kind).isEmpty() || ended());
        if (said(kind).isEmpty()) {
            throw new AssertionError(member + " ended with " + process.exitValue() + " before it said " + kind);
        }
    }

    /** How many completions were refused to it until now. */
    long refused() throws Exception {
        int before = said("COUNTERS").size();
        tell("counters");
        Await.until(
                member + " tells its counters", PATIENCE, () -> said("COUNTERS").size() > before);
        String last = said("COUNTERS").get(before);
        return Long.parseLong(last.substring("refused ".length(), last.indexOf(',')));
    }

    String tail() {
        synchronized (lines) {
            List<String> last = lines.subList(Math.max(0, lines.size() - TAIL), lines.size());
            return "--- " + member + ", process " + process.pid() + (ended() ? ", ended" : "") + "\n"
                    + String.join("\n", last) + "\n";
        }
    }

    // --- what is done to it ---

    void tell(String line) {
        try {
            OutputStream in = process.getOutputStream();
            in.write((line + "\n").getBytes(StandardCharsets.UTF_8));
            in.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(member + " does not listen", e);
        }
    }

    void standStill() throws Exception {
        signal("STOP");
    }

    void goOn() throws Exception {
        signal("CONT");
    }

    private void signal(String name) throws Exception {
        Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start();
        if (!kill.waitFor(10, TimeUnit.SECONDS) || kill.exitValue() != 0) {
            throw new IllegalStateException("kill -" + name + " of " + member + " failed");
        }
    }

    /** As an orderly shutdown does: it closes, and ends. */
    void leave() throws Exception {
        signal("TERM");
        awaitEnd();
        awaitSaid("END");
    }

    void kill() throws Exception {
        process.destroyForcibly();
        awaitEnd();
    }

    private void awaitEnd() throws Exception {
        if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            throw new AssertionError(member + " does not end");
        }
        reader.join(PATIENCE.toMillis());
    }

    boolean ended() {
        return !process.isAlive();
    }

    /** Ends it in any case, also while it stands still. */
    void end() {
        process.destroyForcibly();
    }
}
