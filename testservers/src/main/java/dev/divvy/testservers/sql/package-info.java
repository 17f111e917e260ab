/** PostgreSQL and MariaDB for tests. */
@NullMarked
package dev.divvy.testservers.sql;

import org.jspecify.annotations.NullMarked;
