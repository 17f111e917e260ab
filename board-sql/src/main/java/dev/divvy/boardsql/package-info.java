/** The board in a SQL database: its tables, its statements, and the fenced commit. */
@NullMarked
package dev.divvy.boardsql;

import org.jspecify.annotations.NullMarked;
