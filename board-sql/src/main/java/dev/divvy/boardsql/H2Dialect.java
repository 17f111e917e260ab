package dev.divvy.boardsql;

/** H2, embedded or as a server: for development and trials. It cannot end the transaction of a client that stands still. */
final class H2Dialect implements Dialect {

    @Override
    public String now() {
        return "CURRENT_TIMESTAMP(3)";
    }

    @Override
    public String nowPlusMillis() {
        return "DATEADD('MILLISECOND', ?, CURRENT_TIMESTAMP(3))";
    }

    @Override
    public String shared() {
        return " FOR UPDATE";
    }
}
