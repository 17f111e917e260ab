package dev.divvy.outbox.inbox;

import dev.divvy.boardsql.DatabaseKind;
import dev.divvy.boardsql.jdbc.TableNames;
import java.util.List;
import javax.sql.DataSource;

/** The statements of an inbox in any kind of database, without a database. */
public final class InboxSchema {

    private InboxSchema() {}

    public static List<String> statements(DataSource unused, DatabaseKind kind) {
        return new Inbox(unused, kind, TableNames.DEFAULT).schemaStatements();
    }
}
