/** The coordination store (board): where members meet, the member records (cards) they post there, and what an implementation owes. */
@NullMarked
package dev.divvy.coordination.board;

import org.jspecify.annotations.NullMarked;
