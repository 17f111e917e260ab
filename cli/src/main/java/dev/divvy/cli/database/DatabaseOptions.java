package dev.divvy.cli.database;

import java.util.Optional;
import picocli.CommandLine.Option;

/** Options that let a command into a database. The address itself is an option of each command. */
public final class DatabaseOptions {

    @Option(names = "--jdbc-user", paramLabel = "<name>", descriptionKey = "database-user")
    private Optional<String> user = Optional.empty();

    @Option(names = "--jdbc-password", paramLabel = "<text>", descriptionKey = "database-password")
    private Optional<String> password = Optional.empty();

    /**
     * Returns the database at this address, with the user and the password that were given or are in the environment.
     *
     * @throws IllegalArgumentException when there is no driver for the address
     */
    public DatabaseLogin at(String url) {
        return new DatabaseLogin(
                url,
                user.or(() -> variable("DIVVY_JDBC_USER")),
                password.or(() -> variable("DIVVY_JDBC_PASSWORD")).or(() -> variable("DIVVY_PASSWORD")));
    }

    private static Optional<String> variable(String name) {
        return Optional.ofNullable(System.getenv(name)).filter(value -> !value.isEmpty());
    }
}
