package dev.divvy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.testservers.process.JavaProcess;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.jr.ob.JSON;

/** README tells the truth: its code runs and prints what it says, its commands work, its table is the lab's. */
class ReadmeTest {

    private static final String TABLE = "lab --members 50";

    private static final String CLASS_PATH = System.getProperty("java.class.path");

    private final String readme = read();

    @Test
    void everyProgramPrintsWhatItSays(@TempDir Path folder) throws Exception {
        List<String> programs = blocks("java");
        List<String> outputs = blocks("text");
        assertThat(programs).hasSizeGreaterThanOrEqualTo(2).hasSameSizeAs(outputs);
        for (int i = 0; i < programs.size(); i++) {
            Path classes = Files.createDirectory(folder.resolve("program" + i));
            String main = compiled(programs.get(i), classes);
            String printed = printed(main, classes);
            // It waits for seconds and no longer: on a machine that stands still for so long it prints something else.
            for (int more = 0; more < 2 && !printed.equals(outputs.get(i)); more++) {
                printed = printed(main, classes);
            }
            assertThat(printed).isEqualTo(outputs.get(i));
        }
    }

    /** Compiles a program of one file; returns the name of its class. */
    private static String compiled(String program, Path classes) throws IOException {
        Matcher name =
                Pattern.compile("(?m)^(?:public )?(?:final )?class (\\w+)").matcher(program);
        assertThat(name.find()).as(program).isTrue();
        Path source = Files.writeString(classes.resolve(name.group(1) + ".java"), program);
        ByteArrayOutputStream complaints = new ByteArrayOutputStream();
        int failed = ToolProvider.getSystemJavaCompiler()
                .run(null, null, complaints, "-proc:none", "-cp", CLASS_PATH, source.toString());
        assertThat(failed).as("%s%n%s", program, complaints).isZero();
        return name.group(1);
    }

    /** What the program writes to its standard output, and how it failed if it did; a logging library without a backend may complain beside it. */
    private static String printed(String main, Path classes) throws Exception {
        Path errors = classes.resolve("errors.txt");
        JavaProcess program = JavaProcess.of(main, List.of()).withClassPath(classes + File.pathSeparator + CLASS_PATH);
        Process process = new ProcessBuilder(program.command())
                .redirectError(errors.toFile())
                .start();
        try {
            String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            String ending = process.exitValue() == 0 ? "" : process.exitValue() + ": " + Files.readString(errors);
            return printed.replace(System.lineSeparator(), "\n") + ending;
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void everyCommandWorks() {
        List<String> commands = found("\\./divvy ((?:lab|simulate --)[-a-z0-9 ]*)");
        assertThat(commands).contains("lab", TABLE, "lab --help", "simulate --seed 42");
        for (String command : commands) {
            // Another test runs the command of the table, which computes for seconds.
            if (!command.equals(TABLE)) {
                Shell shell = Shell.divvy(command.split(" "));
                assertThat(shell.exitCode()).as(command + ": " + shell.err()).isZero();
            }
        }
    }

    @Test
    void theFirstCommandIsTheOneThatShowsIt() {
        assertThat(found("(?m)^\\./divvy (\\w+)").get(0)).isEqualTo("up");
        assertThat(Shell.divvy("up", "--help").exitCode()).isZero();
    }

    @Test
    void theCommandsOfTheOutboxWorkOneAfterTheOther(@TempDir Path folder) throws IOException {
        List<String> commands = found("(?m)^\\./divvy (outbox .*)$");
        assertThat(commands).hasSizeGreaterThanOrEqualTo(4);
        for (String command : commands) {
            String here = command.replace("./shop", folder + "/shop")
                    .replace("events.jsonl", folder + "/events.jsonl")
                    .replace("'", "");
            Shell shell = Shell.divvy(here.split(" ", -1));
            assertThat(shell.exitCode()).as(command + ": " + shell.err()).isZero();
        }
        // An event may come twice after a pause: its id tells.
        assertThat(Files.readAllLines(folder.resolve("events.jsonl")).stream()
                        .map(event -> JSON.std.mapFrom(event).get("id"))
                        .distinct())
                .hasSize(1000);
    }

    @Test
    void theCommandsOfTheDistributorWorkBesideItsDaemon(@TempDir Path folder) throws Exception {
        String port = Integer.toString(Program.freePort());
        List<String> commands = found("(?m)^\\./divvy ((?:distributor|units|services|table) [^#\n]*)").stream()
                .map(command -> command.replace("7490", port)
                        .replace("./trial", folder + "/trial")
                        .replace("'", ""))
                .toList();
        assertThat(commands).hasSizeGreaterThanOrEqualTo(4);
        ProcessBuilder first = Program.command(List.of(commands.get(0).split(" ", -1)));
        // Another program of this machine may have the usual one.
        first.environment().put("PROM_PORT", "0");
        try (Program daemon = Program.start(folder, first)) {
            daemon.awaitSaid("writes the table from now on");
            for (String command : commands.subList(1, commands.size())) {
                Shell shell = Shell.patiently(command.split(" ", -1));
                assertThat(shell.exitCode()).as(command + ": " + shell.err()).isZero();
                assertThat(shell.out()).as(command).isNotBlank();
            }
            assertThat(daemon.process().isAlive()).as(daemon.said()).isTrue();
        }
    }

    @Test
    void theTableIsWhatTheLabFinds() {
        Shell lab = Shell.divvy(TABLE.split(" "));
        assertThat(lab.exitCode()).as(lab.err()).isZero();
        String table = lab.out();
        List<String> rows = found("(?m)^\\| \\**(?!allocator)([a-z][-a-z]*)\\**[^|]*\\| [0-9]");
        assertThat(rows).hasSizeGreaterThanOrEqualTo(8);
        for (String allocator : rows) {
            List<String> told = cells(line(readme, "| " + allocator, "| **" + allocator));
            List<String> printed =
                    List.of(line(table, allocator + " ", allocator + " ").split(" +"));
            assertThat(told.subList(1, 5)).as(allocator).isEqualTo(printed.subList(1, 5));
            assertThat(told.get(6)).as(allocator).isEqualTo(printed.get(printed.size() - 1));
        }
    }

    private static List<String> cells(String row) {
        List<String> cells = new ArrayList<>();
        for (String cell : row.substring(1).split("\\|", -1)) {
            cells.add(cell.replace("*", "").trim());
        }
        return cells;
    }

    private static String line(String text, String beginning, String orBeginning) {
        return text.lines()
                .filter(line -> line.startsWith(beginning + " ")
                        || line.startsWith(beginning + ",")
                        || line.startsWith(orBeginning))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no line begins with " + beginning));
    }

    private List<String> found(String pattern) {
        return Pattern.compile(pattern)
                .matcher(readme)
                .results()
                .map((MatchResult match) -> match.group(1).trim())
                .distinct()
                .toList();
    }

    private List<String> blocks(String language) {
        return Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL)
                .matcher(readme)
                .results()
                .map((MatchResult match) -> match.group(1))
                .toList();
    }

    private static String read() {
        try {
            return Files.readString(Repository.root().resolve("README.md"));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
