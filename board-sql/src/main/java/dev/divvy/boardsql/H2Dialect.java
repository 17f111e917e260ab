package dev.divvy.boardsql;

import dev.divvy.boardsql.jdbc.TimeDialect;

/** H2, embedded or as a server: for development and trials. It cannot end the transaction of a client that is paused. */
final class H2Dialect implements Dialect, TimeDialect.H2 {

    @Override
    public String shared() {
        return " FOR UPDATE";
    }
}
