package dev.divvy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.testservers.Await;
import dev.divvy.testservers.process.PythonProgram;
import dev.divvy.testservers.process.TestProcess;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Runs the blocks of one page, one after the other, in a folder of their own. */
final class DocsRun implements AutoCloseable {

    /** Commands that are left out wherever they stand, by their beginning, and why. */
    static final Map<String, String> LEFT_OUT = Map.of(
            "./divvy test", "it runs this very test",
            "./divvy format", "it changes the sources",
            "./divvy bench", "it measures for minutes",
            "mvn ", "it builds what runs now",
            "git clone ", "the clone is there",
            "pip install ", "./divvy test has fetched the packages",
            "cd divvy", "the folder of the page takes its place");

    /** A block that fails leaves nothing running. */
    private static final String END_OF_BACKGROUND = "trap 'kill $(jobs -p) 2>/dev/null || true' EXIT; ";

    /** Only a failure reaches it, also on a busy machine. */
    private static final Duration LIMIT = Duration.ofMinutes(5);

    private static final Duration ORDERLY_END = Duration.ofSeconds(30);

    /** A program waits for seconds and no longer: on a machine that is paused for so long it prints something else. */
    private static final int TRIES = 3;

    private final DocsPage page;
    private final Path folder;
    private final Path scratch;

    /** Programs that come before those of the machine. */
    private final Path programs;

    private final DocsAddresses addresses;
    private final List<Started> background = new ArrayList<>();

    private record Started(Process process, Path output, Path errors) {
        String everything() throws IOException {
            return Files.readString(output) + Files.readString(errors);
        }
    }

    DocsRun(DocsPage page, Path folder, DocsAddresses addresses) throws IOException {
        this.page = page;
        this.folder = Files.createDirectory(folder.resolve("page"));
        this.scratch = Files.createDirectory(folder.resolve("scratch"));
        this.addresses = addresses;
        this.programs = Files.createDirectory(folder.resolve("programs"));
        write(this.folder.resolve("divvy"), launcher());
        Files.createSymbolicLink(
                this.folder.resolve("examples"), Repository.root().resolve("examples"));
        Optional<String> redisCli = addresses.redisCli();
        if (redisCli.isPresent()) {
            write(programs.resolve("redis-cli"), redisCli.get());
        }
        if (text(page).contains("python3 ")) {
            Path python = PythonProgram.find().orElseThrow();
            write(programs.resolve("python3"), "#!/bin/sh\nexec " + python + " \"$@\"\n");
        }
    }

    private static void write(Path script, String text) throws IOException {
        Files.writeString(script, text);
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** The text of all blocks that take part. */
    static String text(DocsPage page) {
        return page.blocks().stream()
                .filter(DocsBlock::isUsed)
                .map(DocsBlock::text)
                .collect(Collectors.joining("\n"));
    }

    /** The program under test; commands of a checkout by the launcher of this one. */
    private static String launcher() {
        String program = Program.command(List.of()).command().stream()
                .map(word -> "'" + word + "'")
                .collect(Collectors.joining(" "));
        String checkout = String.join("|", DocsCommands.OF_THE_CHECKOUT);
        return "#!/bin/sh\ncase \"${1:-}\" in " + checkout + ") exec '"
                + Repository.root().resolve("divvy") + "' \"$@\" ;; esac\nexec " + program + " \"$@\"\n";
    }

    void run() throws Exception {
        for (int i = 0; i < page.blocks().size(); i++) {
            DocsBlock block = page.blocks().get(i);
            if (block.directive(DocsPage.ENDS).isPresent()) {
                end();
            }
            if (block.isUsed()) {
                Optional<DocsBlock> next = page.blocks().stream().skip(i + 1).findFirst();
                run(
                        block,
                        next.filter(after -> after.language().equals(DocsBlock.OUTPUT)
                                && after.directives().isEmpty()));
            }
        }
    }

    private void run(DocsBlock block, Optional<DocsBlock> output) throws Exception {
        String text = addresses.real(block.text());
        Optional<String> file = block.directive(DocsPage.FILE);
        if (file.isPresent()) {
            Files.writeString(folder.resolve(file.get()), text);
            return;
        }
        Path own = Files.createTempDirectory(scratch, "block");
        switch (block.language()) {
            case DocsBlock.SHELL ->
                run(block, List.of("bash", "-eu", script(text, own).toString()), output, 1);
            case DocsBlock.PROGRAM -> run(block, DocsProgram.compiled(block, text, own), output, TRIES);
            case DocsBlock.FRAGMENT -> DocsProgram.compileFragment(block, text, own);
            default -> throw new AssertionError(block.place() + ": " + block.language());
        }
    }

    private void run(DocsBlock block, List<String> command, Optional<DocsBlock> output, int tries) throws Exception {
        Optional<String> awaited = block.directive(DocsPage.KEEPS_RUNNING);
        if (awaited.isPresent()) {
            runOn(block, command, awaited.get());
            return;
        }
        String printed = printed(block, command);
        for (int i = 1;
                output.isPresent() && i < tries && !printed.equals(output.get().text());
                i++) {
            printed = printed(block, command);
        }
        if (output.isPresent()) {
            assertThat(printed).as(block.place()).isEqualTo(output.get().text());
        }
    }

    /** The standard output of a command, which must succeed. */
    private String printed(DocsBlock block, List<String> command) throws Exception {
        Started started = start(command);
        try {
            boolean ended = started.process().waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS);
            assertThat(ended)
                    .as(
                            "%s ends within %s; it said:%n%s%s",
                            block.place(), LIMIT, started.everything(), ended ? "" : threads(started))
                    .isTrue();
            assertThat(started.process().exitValue())
                    .as("%s:%n%s%s", block.place(), started.everything(), output())
                    .isZero();
            String printed = Files.readString(started.output()).replace(System.lineSeparator(), "\n");
            return addresses.shown(printed);
        } finally {
            end(List.of(started));
        }
    }

    /** Returns the threads of a Java program that does not end, as jstack shows them. */
    private static String threads(Started started) {
        String jstack =
                Path.of(System.getProperty("java.home"), "bin", "jstack").toString();
        List<String> command = List.of(jstack, Long.toString(started.process().pid()));
        try (TestProcess dump = TestProcess.start("jstack", command, Map.of())) {
            dump.awaitEnd();
            return String.join("\n", dump.output(""));
        }
    }

    private void runOn(DocsBlock block, List<String> command, String awaited) throws Exception {
        Started started = start(command);
        background.add(started);
        Pattern pattern = Pattern.compile(awaited);
        boolean ended = !Await.within(
                LIMIT,
                () -> pattern.matcher(addresses.shown(started.everything())).find()
                        || !started.process().isAlive());
        assertThat(pattern.matcher(addresses.shown(started.everything())).find())
                .as(
                        "%s keeps running until %s; %s after it said:%n%s",
                        block.place(), awaited, ended ? "waited in vain" : "ended", started.everything())
                .isTrue();
    }

    private Started start(List<String> command) throws IOException {
        Path output = Files.createTempFile(scratch, "output", ".txt");
        Path errors = Files.createTempFile(scratch, "errors", ".txt");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectInput(new File("/dev/null"))
                .redirectOutput(output.toFile())
                .redirectError(errors.toFile());
        builder.environment()
                .keySet()
                .removeIf(name -> DocsAddresses.foreign().stream().anyMatch(name::startsWith));
        builder.environment().putAll(addresses.environment());
        builder.environment().merge("PATH", programs.toString(), (path, first) -> first + File.pathSeparator + path);
        return new Started(builder.start(), output, errors);
    }

    private static Path script(String text, Path own) throws IOException {
        String kept =
                Stream.of(text.split("(?<!\\\\)\n", -1)).map(DocsRun::kept).collect(Collectors.joining("\n"));
        return Files.writeString(own.resolve("block.sh"), END_OF_BACKGROUND + kept);
    }

    /** A line without those of its commands that are left out everywhere. */
    private static String kept(String line) {
        List<String> commands = List.of(line.split(" && ", -1));
        if (commands.stream().noneMatch(DocsRun::isLeftOut)) {
            return line;
        }
        return commands.stream().filter(command -> !isLeftOut(command)).collect(Collectors.joining(" && "));
    }

    private static boolean isLeftOut(String command) {
        return !command.contains("--help") && LEFT_OUT.keySet().stream().anyMatch(command.strip()::startsWith);
    }

    /** What the programs in the background said. */
    private String output() throws IOException {
        StringBuilder output = new StringBuilder();
        for (Started started : background) {
            output.append("\nbeside it:\n").append(started.everything());
        }
        return output.toString();
    }

    private void end() {
        end(List.copyOf(background));
        background.clear();
    }

    /** Ends processes and all that they started, in order if they do so in time. */
    private static void end(List<Started> processes) {
        List<ProcessHandle> all = processes.stream()
                .map(started -> started.process().toHandle())
                .flatMap(process -> Stream.concat(process.descendants(), Stream.of(process)))
                .toList();
        all.forEach(ProcessHandle::destroy);
        if (!Await.within(ORDERLY_END, () -> all.stream().noneMatch(ProcessHandle::isAlive))) {
            all.forEach(ProcessHandle::destroyForcibly);
        }
    }

    @Override
    public void close() {
        end();
    }
}
