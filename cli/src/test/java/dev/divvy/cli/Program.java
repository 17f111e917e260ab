package dev.divvy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.testservers.Await;
import dev.divvy.testservers.net.Ports;
import dev.divvy.testservers.process.JavaProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The command as a process of its own, with its output in a file. */
final class Program implements AutoCloseable {

    static final Duration LONG = Duration.ofMinutes(3);

    private final Process process;
    private final Path output;

    private Program(Process process, Path output) {
        this.process = process;
        this.output = output;
    }

    /** The packaged program with its class archive where the suite has built it, as the launcher runs it; otherwise the compiled classes. */
    static ProcessBuilder command(List<String> args) {
        JavaProcess program = JavaProcess.of(Divvy.class, args);
        String jar = System.getProperty("divvy.jar");
        if (jar != null) {
            Path archive = Path.of(jar).resolveSibling("divvy.jsa");
            program = program.withClassPath(jar)
                    .withOptions("-XX:SharedArchiveFile=" + archive, "-Xlog:disable", "-Xlog:all=error:stderr");
        }
        return new ProcessBuilder(program.command());
    }

    static Program start(Path folder, List<String> args) {
        return start(folder, command(args));
    }

    static Program start(Path folder, ProcessBuilder command) {
        try {
            Path output = Files.createTempFile(folder, "said", ".txt");
            return new Program(
                    command.redirectErrorStream(true)
                            .redirectOutput(output.toFile())
                            .start(),
                    output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Process process() {
        return process;
    }

    String output() {
        try {
            return Files.readString(output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits until the output matches; returns the first group. */
    String awaitOutput(String pattern) {
        Pattern searched = Pattern.compile(pattern, Pattern.DOTALL);
        try {
            await("'" + pattern + "'", () -> searched.matcher(output()).find());
        } catch (AssertionError e) {
            throw new AssertionError(e.getMessage() + "; it said:\n" + output(), e);
        }
        Matcher found = searched.matcher(output());
        assertThat(found.find()).isTrue();
        return found.groupCount() == 0 ? found.group() : found.group(1);
    }

    /** Waits until the output matches, at most this long; returns whether it did. */
    boolean saysWithin(Duration time, String pattern) {
        Pattern searched = Pattern.compile(pattern, Pattern.DOTALL);
        return Await.within(time, () -> searched.matcher(output()).find());
    }

    int awaitExit() throws InterruptedException {
        assertThat(process.waitFor(LONG.toSeconds(), TimeUnit.SECONDS))
                .as("ends: " + output())
                .isTrue();
        return process.exitValue();
    }

    /** Sends the signal of Ctrl-C, or SIGTERM, which has the same effect, if this process was started with Ctrl-C ignored. */
    void interrupt() throws IOException, InterruptedException {
        assertThat(interruptIfAlive()).as("is still there: " + output()).isTrue();
    }

    /** As {@link #interrupt}; returns whether the process was still running. */
    boolean interruptIfAlive() throws IOException, InterruptedException {
        return kill(process.pid(), interruptIsIgnored() ? "TERM" : "INT");
    }

    /** Sends two signals in a row, like Ctrl-C below a parent program that passes it on. */
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

    /** Returns a free port of this machine. */
    static int freePort() {
        return Ports.free();
    }

    static void await(String what, BooleanSupplier condition) {
        Await.until(what, LONG, condition::getAsBoolean);
    }

    /** Polls until the value meets the condition; returns that value. */
    static <T> T awaitSuch(String what, Supplier<T> question, Predicate<T> awaited) {
        List<T> answers = new ArrayList<>();
        boolean came = Await.within(LONG, () -> answers.add(question.get()) && awaited.test(last(answers)));
        if (!came) {
            throw new AssertionError("waited too long for " + what + "; the last answer is " + last(answers));
        }
        return last(answers);
    }

    private static <T> T last(List<T> all) {
        return all.get(all.size() - 1);
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
