package dev.divvy.cli.cache;

import dev.divvy.cli.terminal.Failure;
import dev.divvy.cli.terminal.Reason;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/** Where what must not be seen comes from: a file, or the environment. */
final class Secrets {

    static final String PASSWORD = "DIVVY_PASSWORD";
    static final String SECRET = "DIVVY_SECRET";

    private Secrets() {}

    /** The first line of a file that an option names. */
    static String firstLine(String option, Path file) {
        try (BufferedReader lines = Files.newBufferedReader(file)) {
            String line = Objects.requireNonNullElse(lines.readLine(), "").strip();
            if (line.isEmpty()) {
                throw Failure.wrongUsage(option + ": the first line of " + file + " is empty; write the secret there");
            }
            return line;
        } catch (MalformedInputException e) {
            throw Failure.wrongUsage(option + ": " + file + " is no text");
        } catch (IOException e) {
            throw Failure.wrongUsage(option + ": cannot read " + file + ": " + Reason.of(e));
        }
    }

    static Optional<String> fromEnvironment(String name) {
        return Optional.ofNullable(System.getenv(name)).filter(value -> !value.isBlank());
    }
}
