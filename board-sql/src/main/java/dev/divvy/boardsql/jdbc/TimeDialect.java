package dev.divvy.boardsql.jdbc;

/** SQL expressions for points in time, by the database's own clock. */
public interface TimeDialect {

    /** Returns the expression for the current time. */
    String now();

    /** Returns the expression for a time in the future; its one parameter is the number of milliseconds from now. */
    String nowPlusMillis();

    /** The expressions of PostgreSQL. */
    interface Postgres extends TimeDialect {

        @Override
        default String now() {
            return "CURRENT_TIMESTAMP";
        }

        @Override
        default String nowPlusMillis() {
            return "CURRENT_TIMESTAMP + CAST(? AS BIGINT) * INTERVAL '1 millisecond'";
        }
    }

    /** The expressions of H2. */
    interface H2 extends TimeDialect {

        @Override
        default String now() {
            return "CURRENT_TIMESTAMP(3)";
        }

        @Override
        default String nowPlusMillis() {
            return "DATEADD('MILLISECOND', ?, CURRENT_TIMESTAMP(3))";
        }
    }
}
