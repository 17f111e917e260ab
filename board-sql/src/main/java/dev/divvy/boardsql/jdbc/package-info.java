/** What the SQL board and what stands on it share: which database this is, its errors, its schema files, its notices. */
@NullMarked
package dev.divvy.boardsql.jdbc;

import org.jspecify.annotations.NullMarked;
