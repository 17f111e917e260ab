package dev.divvy.outbox.migration;

import dev.divvy.boardsql.DatabaseKind;
import dev.divvy.outbox.Outbox;
import dev.divvy.outbox.OutboxSettings;
import dev.divvy.outbox.inbox.InboxSchema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.h2.jdbcx.JdbcDataSource;

/** The migration files of the jar, made from the statements that {@code createIfMissing()} runs. Each may be run twice. */
final class MigrationFiles {

    static final String FOLDER = "db/divvy/";
    static final String LIQUIBASE = FOLDER + "liquibase/divvy-outbox.sql";

    private static final String HEADER =
            "-- The tables of Divvy's outbox, of its coordination store (board) and of the inbox. It may be run again.\n";

    private static final Pattern VERSION =
            Pattern.compile("INSERT INTO (\\S+) \\(part, version\\) VALUES \\('(.*)', (\\d+)\\)");

    private MigrationFiles() {}

    /** Returns the texts by the names of their resources. */
    static Map<String, String> all() {
        Map<String, String> files = new TreeMap<>();
        StringBuilder changes = new StringBuilder("--liquibase formatted sql\n\n").append(HEADER);
        for (DatabaseKind kind : DatabaseKind.values()) {
            String name = kind.name().toLowerCase(Locale.ROOT);
            List<String> statements = statements(kind);
            files.put(
                    FOLDER + name + "/R__divvy_outbox.sql",
                    HEADER
                            + statements.stream()
                                    .map(statement -> "\n" + statement + ";\n")
                                    .collect(Collectors.joining()));
            for (int i = 0; i < statements.size(); i++) {
                changes.append(String.format(
                        Locale.ROOT,
                        "%n--changeset divvy:outbox-%s-%02d dbms:%s runOnChange:true splitStatements:false%n%s%n",
                        name,
                        i + 1,
                        name,
                        withoutComments(statements.get(i))));
            }
        }
        files.put(LIQUIBASE, changes.toString());
        return files;
    }

    static List<String> statements(DatabaseKind kind) {
        JdbcDataSource unused = new JdbcDataSource();
        List<String> all = new ArrayList<>();
        try (Outbox outbox = new Outbox(unused, kind, OutboxSettings.defaults())) {
            all.addAll(outbox.schemaStatements());
        }
        all.addAll(InboxSchema.statements(unused, kind));
        return List.copyOf(new LinkedHashSet<>(
                all.stream().map(statement -> repeatable(statement, kind)).toList()));
    }

    /** Liquibase may take a comment for one of its own. */
    private static String withoutComments(String statement) {
        return Arrays.stream(statement.split("\n", -1))
                .filter(line -> !line.strip().startsWith("--"))
                .collect(Collectors.joining("\n"));
    }

    private static String repeatable(String statement, DatabaseKind kind) {
        Matcher insert = VERSION.matcher(statement);
        if (!insert.matches()) {
            return statement;
        }
        return "INSERT INTO " + insert.group(1) + " (part, version) SELECT '" + insert.group(2) + "', "
                + insert.group(3)
                + (kind.isMaria() ? " FROM DUAL" : "") + " WHERE NOT EXISTS (SELECT 1 FROM " + insert.group(1)
                + " WHERE part = '" + insert.group(2) + "')";
    }
}
