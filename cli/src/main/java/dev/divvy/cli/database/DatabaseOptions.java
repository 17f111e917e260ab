package dev.divvy.cli.database;

import dev.divvy.cli.terminal.Secrets;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Options that log a command in to a database. The URL itself is an option of each command. */
public final class DatabaseOptions {

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // set before the command runs
    private CommandSpec spec;

    @Option(names = "--jdbc-user", paramLabel = "<name>", descriptionKey = "jdbc-user")
    private Optional<String> user = Optional.empty();

    @Option(names = "--jdbc-password", paramLabel = "<text>", descriptionKey = "jdbc-password")
    private Optional<String> password = Optional.empty();

    @Option(names = "--jdbc-password-file", paramLabel = "<file>", descriptionKey = "jdbc-password-file")
    private Optional<Path> passwordFile = Optional.empty();

    /**
     * Returns the database at this URL, with the user and the password that the options give.
     *
     * @throws IllegalArgumentException when there is no driver for the URL
     */
    public DatabaseLogin at(String url) {
        return new DatabaseLogin(url, user, Secrets.read(spec, "--jdbc-password", password, passwordFile));
    }
}
