/** The event table: its rows, its statements, and a dialect per database. */
@NullMarked
package dev.divvy.outbox.table;

import org.jspecify.annotations.NullMarked;
