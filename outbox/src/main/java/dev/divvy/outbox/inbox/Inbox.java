package dev.divvy.outbox.inbox;

import dev.divvy.allocation.support.NameRules;
import dev.divvy.boardsql.DatabaseKind;
import dev.divvy.boardsql.jdbc.SchemaFile;
import dev.divvy.boardsql.jdbc.TableNames;
import dev.divvy.boardsql.jdbc.Transactions;
import dev.divvy.coordination.support.Durations;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.sql.DataSource;

/**
 * Remembers which messages a consumer has handled, in the consumer's own database and transactions: a message that is delivered twice has its
 * effects once.
 *
 * <pre>{@code
 * if (inbox.accept(connection, "billing", eventId)) {
 *     // the effects, in the same transaction
 * }
 * connection.commit();
 * }</pre>
 */
public final class Inbox {

    private static final String TABLE = "inbox";
    private static final int VERSION = 1;

    private final DataSource source;
    private final DatabaseKind kind;
    private final TableNames names;
    private final InboxStatements statements;

    Inbox(DataSource source, DatabaseKind kind, TableNames names) {
        this.source = Objects.requireNonNull(source, "source");
        this.kind = Objects.requireNonNull(kind, "kind");
        this.names = names;
        this.statements = new InboxStatements(names.table(TABLE), kind);
    }

    /** Returns an inbox in the table {@code divvy_inbox}. Asks the database for its kind. */
    public static Inbox on(DataSource source) throws SQLException {
        return on(source, TableNames.DEFAULT.schema());
    }

    /**
     * Returns an inbox in the table {@code divvy_inbox} of a schema. Asks the database for its kind.
     *
     * @param schema empty for the schema of the connections
     */
    public static Inbox on(DataSource source, String schema) throws SQLException {
        try (Connection connection = source.getConnection()) {
            return new Inbox(source, DatabaseKind.of(connection), TableNames.DEFAULT.withSchema(schema));
        }
    }

    /** Creates the table if it is missing. Several processes may do so at once. */
    public Inbox createIfMissing() throws SQLException {
        try (Connection connection = source.getConnection()) {
            connection.setAutoCommit(true);
            schema().createIfMissing(connection);
        }
        return this;
    }

    /** Returns the statements that {@link #createIfMissing} runs, to be run by hand. */
    public List<String> schemaStatements() {
        return schema().statements();
    }

    private SchemaFile schema() {
        String file = kind.schemaFile(TABLE);
        return new SchemaFile(
                SchemaFile.read(file, Inbox.class.getResourceAsStream(file)),
                TABLE,
                VERSION,
                names,
                Map.of(
                        "collation",
                        kind.collation(),
                        "schema_table",
                        names.table("schema"),
                        "table",
                        names.table(TABLE)));
    }

    /**
     * Records in the caller's own transaction that a consumer handles a message. While another transaction handles the same message, this waits
     * for its end.
     *
     * @param consumer the name of the consumer: each one handles each message once
     * @param messageId the identity of the message, such as the id of an event with the name of its outbox
     * @return true if the message is new; false if this consumer has handled it, and the caller is to do nothing
     * @throws IllegalStateException if the connection commits by itself: the message would be marked without its effects
     */
    public boolean accept(Connection connection, String consumer, String messageId) throws SQLException {
        if (connection.getAutoCommit()) {
            throw new IllegalStateException(
                    "the connection is in auto-commit mode: the message would be marked before it is"
                            + " handled; call setAutoCommit(false), and commit after the effects");
        }
        NameRules.check("consumer", consumer, NameRules.LONGEST);
        NameRules.check("message id", messageId, NameRules.LONGEST);
        return statements.insert(connection, consumer, messageId);
    }

    /**
     * Forgets messages that were handled longer ago, a thousand per transaction. A message that is delivered again after that is new.
     *
     * @return the number of messages that were forgotten
     */
    public long forgetOlderThan(Duration age) throws SQLException {
        Durations.positive("age", age);
        long forgotten = 0;
        try (Connection connection = source.getConnection()) {
            int deleted;
            do {
                deleted = Transactions.in(connection, transaction -> statements.deleteOlderThan(transaction, age));
                forgotten += deleted;
            } while (deleted == InboxStatements.ROWS_PER_DELETE);
        }
        return forgotten;
    }
}
