package dev.divvy.cli.shell;

import dev.divvy.cli.cache.NodeRow;
import dev.divvy.cli.terminal.Failure;
import dev.divvy.cli.terminal.TerminalColours;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jline.reader.Candidate;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.ParsedLine;
import org.jline.reader.UserInterruptException;
import org.jline.reader.impl.DefaultParser;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jspecify.annotations.Nullable;

/** The interactive prompt, with a history and tab completion. Ctrl-C interrupts the running command, not the shell. */
final class Prompt implements AutoCloseable {

    private final Terminal terminal;
    private final LineReader reader;
    private final String prompt;

    Prompt(ShellCluster cluster, TerminalColours colours) {
        try {
            this.terminal = TerminalBuilder.builder().name("divvy").system(true).build();
        } catch (IOException e) {
            throw Failure.failed("cannot use this terminal: " + e.getMessage() + "; give the commands with -c");
        }
        Thread runner = Thread.currentThread();
        // For the time while a command runs; while a line is edited, the reader handles Ctrl-C.
        terminal.handle(Terminal.Signal.INT, signal -> runner.interrupt());
        DefaultParser parser = new DefaultParser();
        parser.setEscapeChars(new char[0]);
        this.reader = LineReaderBuilder.builder()
                .terminal(terminal)
                .parser(parser)
                .completer((used, line, candidates) -> complete(cluster, line, candidates))
                .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
                .variable(LineReader.HISTORY_FILE, history(System.getenv("XDG_STATE_HOME")))
                .build();
        this.prompt = colours.prompt("divvy> ");
    }

    /** Returns the history file: in the XDG state folder if it can be used, otherwise in the home folder. */
    static Path history(@Nullable String stateHome) {
        if (stateHome != null && !stateHome.isBlank()) {
            Path folder = Path.of(stateHome, "divvy");
            try {
                return Files.createDirectories(folder).resolve("history");
            } catch (IOException e) {
                // Fall back to the home folder.
            }
        }
        return Path.of(System.getProperty("user.home"), ".divvy_history");
    }

    private static void complete(ShellCluster cluster, ParsedLine line, List<Candidate> candidates) {
        String first = line.words().get(0);
        for (ShellVerb verb : ShellVerb.values()) {
            if (line.wordIndex() == 0) {
                candidates.add(candidate(verb.word(), verb.meaning()));
            } else if (line.wordIndex() == 1 && verb.takesNode() && verb.word().equals(first)) {
                for (NodeRow node : cluster.nodes()) {
                    String state = node.state().toLowerCase(Locale.ROOT);
                    candidates.add(candidate(node.shortName(), node.name() + ", " + state));
                }
            } else if (line.wordIndex() == 1
                    && verb == ShellVerb.PLAN
                    && verb.word().equals(first)) {
                candidates.add(new Candidate("leave"));
            }
        }
    }

    private static Candidate candidate(String word, String description) {
        return new Candidate(word, word, null, description, null, null, true);
    }

    /** Returns the next line; null at the end, and an empty line when it was cancelled with Ctrl-C. */
    @Nullable
    String next() {
        Thread.interrupted(); // The command that it was meant for has ended.
        try {
            return reader.readLine(prompt);
        } catch (UserInterruptException e) {
            return "";
        } catch (EndOfFileException e) {
            return null;
        }
    }

    @Override
    public void close() {
        try {
            terminal.close();
        } catch (IOException e) {
            // Nothing more can be done for the terminal.
        }
    }
}
