package dev.divvy.cli;

import dev.divvy.testservers.Await;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Optional;

/** A process that holds an H2 file open until it reads a line or is killed. Argument: the JDBC URL. */
final class H2FileHolder {

    private H2FileHolder() {}

    @SuppressWarnings("try") // the connection is only kept open
    public static void main(String[] arguments) throws Exception {
        try (Connection held = open(arguments[0])) {
            System.out.println("OPEN");
            int unused = System.in.read();
        }
    }

    /** The file of a process that was killed is free only after a while. */
    private static Connection open(String url) {
        return Await.present("the file is free", () -> {
            try {
                return Optional.of(DriverManager.getConnection(url, "sa", ""));
            } catch (SQLException e) {
                return Optional.empty();
            }
        });
    }
}
