package dev.divvy.outbox.scenario;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.h2.api.Trigger;

/** Records every completion of an event. H2 calls this class; the other databases have a trigger in SQL. */
public final class CompletionTrigger implements Trigger {

    private List<String> columns = List.of();

    static void create(Connection connection, String table) throws SQLException {
        Ledger.execute(connection, "CREATE TABLE completions (event_id BIGINT NOT NULL)");
        String head = "CREATE TRIGGER record_completion AFTER UPDATE ON " + table + " FOR EACH ROW ";
        switch (connection.getMetaData().getDatabaseProductName()) {
            case "PostgreSQL" -> {
                Ledger.execute(
                        connection,
                        "CREATE FUNCTION record_completion() RETURNS trigger LANGUAGE plpgsql AS"
                                + " $$ BEGIN INSERT INTO completions VALUES (NEW.id); RETURN NULL; END $$");
                Ledger.execute(connection, head + "WHEN (NEW.status = 'DONE') EXECUTE FUNCTION record_completion()");
            }
            case "H2" -> Ledger.execute(connection, head + "CALL \"" + CompletionTrigger.class.getName() + "\"");
            default ->
                Ledger.execute(
                        connection, head + "INSERT INTO completions SELECT NEW.id FROM DUAL WHERE NEW.status = 'DONE'");
        }
    }

    @Override
    public void init(Connection connection, String schema, String trigger, String table, boolean before, int type)
            throws SQLException {
        List<String> names = new ArrayList<>();
        try (ResultSet rows = connection.getMetaData().getColumns(null, schema, table, null)) {
            while (rows.next()) {
                names.add(rows.getString("COLUMN_NAME").toLowerCase(Locale.ROOT));
            }
        }
        columns = names;
    }

    @Override
    public void fire(Connection connection, Object[] before, Object[] after) throws SQLException {
        if ("DONE".equals(after[columns.indexOf("status")])) {
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO completions VALUES (?)")) {
                insert.setObject(1, after[columns.indexOf("id")]);
                insert.executeUpdate();
            }
        }
    }
}
