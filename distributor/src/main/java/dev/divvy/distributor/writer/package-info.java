/** What the writing instance does, round after round: read, ping, decide, write. */
@NullMarked
package dev.divvy.distributor.writer;

import org.jspecify.annotations.NullMarked;
