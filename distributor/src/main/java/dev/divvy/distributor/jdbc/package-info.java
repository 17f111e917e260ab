/** The store in a SQL database: PostgreSQL, MariaDB or H2, over plain JDBC. */
@NullMarked
package dev.divvy.distributor.jdbc;

import org.jspecify.annotations.NullMarked;
