/** What the board's statements look like on each database. */
@NullMarked
package dev.divvy.boardsql.dialect;

import org.jspecify.annotations.NullMarked;
