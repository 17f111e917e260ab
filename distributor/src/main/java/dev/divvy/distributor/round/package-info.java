/** What the writing instance does, round after round: read, ping, decide, write. */
@NullMarked
package dev.divvy.distributor.round;

import org.jspecify.annotations.NullMarked;
