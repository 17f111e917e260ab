/** JDBC support for the SQL board and the modules on top of it: connections, retries, errors, schema files and notifications. */
@NullMarked
package dev.divvy.boardsql.jdbc;

import org.jspecify.annotations.NullMarked;
