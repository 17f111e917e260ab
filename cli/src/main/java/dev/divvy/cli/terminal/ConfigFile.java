package dev.divvy.cli.terminal;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/**
 * A settings file with one {@code option = value} per line, as in a Java properties file. {@code jdbc = ...} is for the command that reads
 * the file; {@code outbox.run.jdbc = ...} is for that command alone, and {@code outbox.jdbc = ...} for all of {@code divvy outbox}, so that
 * one file can serve many commands. The most specific key wins.
 *
 * @param values the values by key
 */
record ConfigFile(String path, Map<String, String> values) {

    /** Reads a file; a key that sets nothing is an error, because it is most likely misspelled. */
    static ConfigFile read(String path, CommandSpec command) {
        Properties properties = new Properties();
        try (BufferedReader lines = Files.newBufferedReader(Path.of(path))) {
            properties.load(lines);
        } catch (MalformedInputException e) {
            throw wrong(command, path + " is not text in UTF-8");
        } catch (IOException e) {
            throw wrong(command, "cannot read " + path + ": " + FileErrorText.of(e));
        } catch (IllegalArgumentException e) {
            throw wrong(command, "cannot read " + path + ": " + e.getMessage());
        }
        Map<String, String> values = new TreeMap<>();
        properties
                .stringPropertyNames()
                .forEach(key -> values.put(key, properties.getProperty(key).strip()));
        ConfigFile file = new ConfigFile(path, values);
        values.keySet().stream()
                .filter(key -> !isKnown(key, command))
                .findFirst()
                .ifPresent(key -> {
                    throw wrong(
                            command,
                            "there is no setting '" + key + "' for " + command.qualifiedName() + " (in " + path + ")");
                });
        return file;
    }

    private static ParameterException wrong(CommandSpec command, String reason) {
        return new ParameterException(command.commandLine(), SettingDefaults.CONFIG + ": " + reason);
    }

    /** Whether a key names an option of this command. A key of another command is not checked: that command may have the option. */
    private static boolean isKnown(String key, CommandSpec command) {
        String path = key.replaceFirst("\\.?[^.]*$", "");
        boolean other = !path.isEmpty()
                && !path.equals(SettingDefaults.path(command))
                && command.resourceBundle().containsKey("divvy." + path + ".usage.header");
        return other
                || command.options().stream().anyMatch(option -> keys(option).contains(key));
    }

    /** Returns the keys of an option, the most specific first. */
    private static List<String> keys(OptionSpec option) {
        String name = SettingDefaults.name(option);
        List<String> keys = new ArrayList<>();
        for (String path = SettingDefaults.path(option.command());
                !path.isEmpty();
                path = SettingDefaults.parent(path)) {
            keys.add(path + "." + name);
        }
        keys.add(name);
        return keys;
    }

    Optional<String> key(OptionSpec option) {
        return keys(option).stream().filter(values::containsKey).findFirst();
    }

    String value(String key) {
        return values.getOrDefault(key, "");
    }

    String origin(String key) {
        return key + " in " + path;
    }

    boolean isAt(String other) {
        return path.equals(other);
    }
}
