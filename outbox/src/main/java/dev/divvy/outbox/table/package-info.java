/** The table of events: its statements, a small file a database. */
@NullMarked
package dev.divvy.outbox.table;

import org.jspecify.annotations.NullMarked;
