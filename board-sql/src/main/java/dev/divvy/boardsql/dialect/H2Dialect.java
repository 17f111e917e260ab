package dev.divvy.boardsql.dialect;

import dev.divvy.boardsql.jdbc.TimeDialect;
import java.util.Optional;

/** H2, embedded or as a server: for development and trials. It cannot end the transaction of a client that is paused. */
final class H2Dialect implements Dialect, TimeDialect.H2 {

    @Override
    public String shared() {
        return " FOR UPDATE";
    }

    @Override
    public Optional<String> updateAndSelect(String update, String columns, String from) {
        return Optional.of("SELECT u.updated, " + columns + " FROM (SELECT COUNT(*) AS updated FROM FINAL TABLE ("
                + update + ")) u CROSS JOIN " + from);
    }
}
