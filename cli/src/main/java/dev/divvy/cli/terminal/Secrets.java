package dev.divvy.cli.terminal;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** Reads secrets that are given as text or, better, as the first line of a file: every user of the machine can see the arguments of a process. */
public final class Secrets {

    private Secrets() {}

    /**
     * Returns the secret that an option or its file gives; empty if neither does. The command line takes precedence over other sources.
     *
     * @param option the name of the option for the text; followed by {@code -file}, the name of the option for the file
     */
    public static Optional<String> read(
            CommandSpec command, String option, Optional<String> text, Optional<Path> file) {
        String fileOption = option + "-file";
        ParseResult parsed = command.commandLine().getParseResult();
        if (parsed.hasMatchedOption(option) && parsed.hasMatchedOption(fileOption)) {
            throw Failure.wrongUsage(option + " and " + fileOption + " both give the secret; leave one out");
        }
        return text.filter(given -> file.isEmpty() || !parsed.hasMatchedOption(fileOption))
                .or(() -> file.map(path -> firstLine(fileOption, path)));
    }

    private static String firstLine(String option, Path file) {
        try (BufferedReader lines = Files.newBufferedReader(file)) {
            String line = Objects.requireNonNullElse(lines.readLine(), "").strip();
            if (line.isEmpty()) {
                throw Failure.wrongUsage(option + ": the first line of " + file + " is empty; write the secret there");
            }
            return line;
        } catch (MalformedInputException e) {
            throw Failure.wrongUsage(option + ": " + file + " is not text in UTF-8");
        } catch (IOException e) {
            throw Failure.wrongUsage(option + ": cannot read " + file + ": " + FileErrorText.of(e));
        }
    }
}
