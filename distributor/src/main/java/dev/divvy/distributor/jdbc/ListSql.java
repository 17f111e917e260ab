package dev.divvy.distributor.jdbc;

import dev.divvy.boardsql.DatabaseKind;
import dev.divvy.boardsql.jdbc.TableNames;
import java.util.Collection;
import java.util.Collections;
import java.util.stream.Collectors;

/** The statements of the lists. A name is found by its digest where it may be too long for a key. */
final class ListSql {

    final String count;
    final String begin;
    final String read;
    final String find;

    private final String names;

    ListSql(TableNames naming, DatabaseKind product) {
        this.names = naming.table("name");
        String list = naming.table("list");
        this.count = "UPDATE " + list + " SET changes = changes + 1 WHERE namespace = ?";
        this.begin = "INSERT INTO " + list + " (namespace, changes) VALUES (?, 1)";
        this.read = "SELECT position, name FROM " + names + " WHERE namespace = ?";
        this.find = read
                + switch (product) {
                    case POSTGRESQL -> " AND md5(name) = md5(?)";
                    case MARIADB, MYSQL -> " AND digest = UNHEX(MD5(?))";
                    case H2 -> " AND name = ?";
                };
    }

    String insert(Collection<String> some) {
        return "INSERT INTO " + names + " (namespace, name) VALUES "
                + String.join(", ", Collections.nCopies(some.size(), "(?, ?)"));
    }

    String delete(Collection<Long> positions) {
        return "DELETE FROM " + names + " WHERE position IN ("
                + positions.stream().map(String::valueOf).collect(Collectors.joining(", ")) + ")";
    }
}
