package dev.divvy.boardsql.jdbc;

import java.util.regex.Pattern;

/**
 * The schema of the tables and the prefix of their names.
 *
 * @param schema the schema; empty for the connection's own
 */
public record TableNames(String schema, String prefix) {

    private static final Pattern WORD = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,47}");

    public static final TableNames DEFAULT = new TableNames("", "divvy_");

    public TableNames {
        check("schema", schema);
        check("table prefix", prefix);
    }

    /** Refuses a name that is not a plain word: names go into statements unquoted, so that people can read them. */
    public static String check(String what, String name) {
        if (!name.isEmpty() && !WORD.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    what + " \"" + name
                            + "\" must be a plain word: letters, digits and underscores, no digit first, at most 48 characters");
        }
        return name;
    }

    public TableNames withSchema(String next) {
        return new TableNames(next, prefix);
    }

    public TableNames withPrefix(String next) {
        return new TableNames(schema, next);
    }

    /** Returns the qualified name of one of Divvy's own tables. */
    public String table(String name) {
        return in(prefix + name);
    }

    /** Returns the qualified name of a table without the prefix. */
    public String in(String table) {
        return schema.isEmpty() ? table : schema + "." + table;
    }
}
