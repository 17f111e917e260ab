package dev.divvy.cli.distributor;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/**
 * The words that settings are given in: a flag beats the environment, the environment beats what is usual. An empty variable is none.
 * What is wrong with a word is said in one line that names where it stands.
 */
public final class Words {

    /** Settings that the original does not have. Their variables begin with {@link #PREFIX}: other programs set HTTP or STORE too. */
    private static final Set<String> OURS = Set.of(
            "store",
            "jdbc-user",
            "jdbc-password",
            "strategy",
            "per-namespace",
            "ping-failures",
            "ping-method",
            "watch",
            "instance",
            "http",
            "http-open",
            "prom-host");

    private static final String PREFIX = "DIVVY_";

    /** Settings with a second variable. */
    private static final Map<String, String> SECOND =
            Map.of("services-namespaces", "SERVICES_NAMESPACE", "jdbc-password", "DIVVY_PASSWORD");

    private final CommandLine command;
    private final Map<String, String> environment;
    private final boolean flagsCount;

    /** Flags that were given and do not count. */
    private final SortedSet<String> ignored = new TreeSet<>();

    private Words(CommandLine command, Map<String, String> environment, boolean flagsCount) {
        this.command = command;
        this.environment = Map.copyOf(environment);
        this.flagsCount = flagsCount;
    }

    /** For this command, which wrong words are complained of to. */
    public static Words of(CommandLine command, Map<String, String> environment) {
        return new Words(command, environment, true);
    }

    /** The same, where flags do not count. */
    public Words ofEnvironmentAlone() {
        return new Words(command, environment, false);
    }

    /** What a word means; one that means nothing is an {@link IllegalArgumentException} that says what is wrong with it. */
    public interface Reader<T> {
        T read(String word);
    }

    /** A setting that always has a value. */
    public <T> T read(String name, Optional<String> flag, String usual, Reader<T> reader) {
        return read(name, flag, reader).orElseGet(() -> reader.read(usual));
    }

    /** A setting that may have none. */
    public <T> Optional<T> read(String name, Optional<String> flag, Reader<T> reader) {
        if (flag.isPresent() && flagsCount) {
            return Optional.of(read("--" + name, flag.get(), reader));
        }
        flag.ifPresent(word -> ignored.add("--" + name));
        return variables(name).stream()
                .filter(variable -> !environment.getOrDefault(variable, "").isBlank())
                .findFirst()
                .map(variable ->
                        read(variable + " in the environment", environment.getOrDefault(variable, ""), reader));
    }

    /** The variables of a setting; the first that is set counts. */
    static List<String> variables(String name) {
        String first = (OURS.contains(name) ? PREFIX : "")
                + name.toUpperCase(Locale.ROOT).replace('-', '_');
        return Stream.concat(Stream.of(first), Optional.ofNullable(SECOND.get(name)).stream())
                .toList();
    }

    private <T> T read(String where, String word, Reader<T> reader) {
        return sensible(where + ": ", () -> reader.read(word));
    }

    /** Makes something of values that may not go together. */
    public <T> T sensible(Supplier<T> made) {
        return sensible("", made);
    }

    private <T> T sensible(String where, Supplier<T> made) {
        try {
            return made.get();
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command, where + e.getMessage());
        }
    }

    /** Flags that were given in vain, of those settings that were read. */
    SortedSet<String> ignored() {
        return ignored;
    }
}
