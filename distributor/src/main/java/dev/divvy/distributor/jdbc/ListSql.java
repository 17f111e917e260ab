package dev.divvy.distributor.jdbc;

import dev.divvy.boardsql.DatabaseKind;
import dev.divvy.boardsql.jdbc.TableNames;
import java.util.Collection;
import java.util.Collections;
import java.util.stream.Collectors;

/** The SQL statements for the lists. A name is found by its digest if it may be too long for an index key. */
final class ListSql {

    final String countChange;
    final String insertList;
    final String read;
    final String find;

    private final String names;

    ListSql(TableNames tables, DatabaseKind kind) {
        this.names = tables.table("name");
        String list = tables.table("list");
        this.countChange = "UPDATE " + list + " SET changes = changes + 1 WHERE namespace = ?";
        this.insertList = "INSERT INTO " + list + " (namespace, changes) VALUES (?, 1)";
        this.read = "SELECT position, name FROM " + names + " WHERE namespace = ?";
        this.find = read
                + switch (kind) {
                    case POSTGRESQL -> " AND md5(name) = md5(?)";
                    case MARIADB, MYSQL -> " AND digest = UNHEX(MD5(?))";
                    case H2 -> " AND name = ?";
                };
    }

    String insert(Collection<String> batch) {
        return "INSERT INTO " + names + " (namespace, name) VALUES "
                + String.join(", ", Collections.nCopies(batch.size(), "(?, ?)"));
    }

    String delete(Collection<Long> positions) {
        return "DELETE FROM " + names + " WHERE position IN ("
                + positions.stream().map(String::valueOf).collect(Collectors.joining(", ")) + ")";
    }
}
