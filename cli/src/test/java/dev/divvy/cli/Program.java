package dev.divvy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.testservers.net.Ports;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The command as a process of its own, with its output in a file. */
final class Program implements AutoCloseable {

    static final Duration LONG = Duration.ofSeconds(90);

    private final Process process;
    private final Path said;

    private Program(Process process, Path said) {
        this.process = process;
        this.said = said;
    }

    static ProcessBuilder command(List<String> args) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.divvy.cli.Divvy"));
        command.addAll(args);
        return new ProcessBuilder(command);
    }

    static Program start(Path folder, List<String> args) {
        return start(folder, command(args));
    }

    static Program start(Path folder, ProcessBuilder command) {
        try {
            Path said = Files.createTempFile(folder, "said", ".txt");
            return new Program(
                    command.redirectErrorStream(true)
                            .redirectOutput(said.toFile())
                            .start(),
                    said);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Process process() {
        return process;
    }

    String said() {
        try {
            return Files.readString(said);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits until it says something like this; answers the first group. */
    String awaitSaid(String pattern) {
        Pattern searched = Pattern.compile(pattern, Pattern.DOTALL);
        try {
            await("'" + pattern + "'", () -> searched.matcher(said()).find());
        } catch (AssertionError e) {
            throw new AssertionError(e.getMessage() + "; it said:\n" + said(), e);
        }
        Matcher found = searched.matcher(said());
        assertThat(found.find()).isTrue();
        return found.groupCount() == 0 ? found.group() : found.group(1);
    }

    /** Waits until it says something like this, at most so long; answers whether it did. */
    boolean saysWithin(Duration time, String pattern) {
        Pattern searched = Pattern.compile(pattern, Pattern.DOTALL);
        long deadline = System.nanoTime() + time.toNanos();
        boolean found = searched.matcher(said()).find();
        while (!found && System.nanoTime() < deadline) {
            LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
            found = searched.matcher(said()).find();
        }
        return found;
    }

    int awaitExit() throws InterruptedException {
        assertThat(process.waitFor(LONG.toSeconds(), TimeUnit.SECONDS))
                .as("ends: " + said())
                .isTrue();
        return process.exitValue();
    }

    /** What Ctrl-C does. Where this process was itself started so that it is ignored, the request to terminate is the same to us. */
    void interrupt() throws IOException, InterruptedException {
        assertThat(interruptIfThere()).as("is still there: " + said()).isTrue();
    }

    /** Answers whether there was still somebody to interrupt. */
    boolean interruptIfThere() throws IOException, InterruptedException {
        return kill(process.pid(), interruptIsIgnored() ? "TERM" : "INT");
    }

    /** What Ctrl-C does below a program that passes on what it gets itself. */
    void interruptTwice() throws IOException, InterruptedException {
        String pid = Long.toString(process.pid());
        Process kill = new ProcessBuilder("sh", "-c", "kill -INT " + pid + "; kill -TERM " + pid).start();
        assertThat(kill.waitFor()).as("kill %s", pid).isZero();
    }

    static void signal(long pid, String signal) throws IOException, InterruptedException {
        assertThat(kill(pid, signal)).as("kill -%s %d", signal, pid).isTrue();
    }

    private static boolean kill(long pid, String signal) throws IOException, InterruptedException {
        return new ProcessBuilder("kill", "-" + signal, Long.toString(pid))
                        .start()
                        .waitFor()
                == 0;
    }

    private static boolean interruptIsIgnored() throws IOException {
        Path status = Path.of("/proc/self/status");
        return !Files.exists(status)
                || Files.readAllLines(status).stream()
                        .filter(line -> line.startsWith("SigIgn:"))
                        .anyMatch(line ->
                                (Long.parseUnsignedLong(line.substring(7).strip(), 16) & 2) != 0);
    }

    /** One of this machine that nobody listens on. */
    static int freePort() {
        return Ports.free();
    }

    static void await(String what, BooleanSupplier condition) {
        awaitSuch(what, condition::getAsBoolean, Boolean::booleanValue);
    }

    /** Asks until the answer is such as is awaited; answers that one. */
    static <T> T awaitSuch(String what, Supplier<T> question, Predicate<T> awaited) {
        long deadline = System.nanoTime() + LONG.toNanos();
        T answer = question.get();
        while (!awaited.test(answer)) {
            assertThat(System.nanoTime())
                    .as("waited too long for %s; the last answer is %s", what, answer)
                    .isLessThan(deadline);
            LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
            answer = question.get();
        }
        return answer;
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
