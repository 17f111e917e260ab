package dev.divvy.cli.cache;

import dev.divvy.cli.terminal.Failure;
import dev.divvy.cli.terminal.FileErrorText;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/** Secrets that come from a file or from the environment, where they cannot be seen as arguments are. */
final class Secrets {

    static final String PASSWORD = "DIVVY_PASSWORD";
    static final String SECRET = "DIVVY_SECRET";

    private Secrets() {}

    /** Returns the first line of the file that an option names, if it names one, and else the variable, if it is set. */
    static Optional<String> read(String option, Optional<Path> file, String variable) {
        return file.map(named -> firstLine(option, named))
                .or(() -> Optional.ofNullable(System.getenv(variable)).filter(value -> !value.isBlank()));
    }

    private static String firstLine(String option, Path file) {
        try (BufferedReader lines = Files.newBufferedReader(file)) {
            String line = Objects.requireNonNullElse(lines.readLine(), "").strip();
            if (line.isEmpty()) {
                throw Failure.wrongUsage(option + ": the first line of " + file + " is empty; write the secret there");
            }
            return line;
        } catch (MalformedInputException e) {
            throw Failure.wrongUsage(option + ": " + file + " is no text");
        } catch (IOException e) {
            throw Failure.wrongUsage(option + ": cannot read " + file + ": " + FileErrorText.of(e));
        }
    }
}
