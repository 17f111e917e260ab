/** A member's knowledge of the board and of the other members: the last view, their heartbeats, and earlier epochs of the board. */
@NullMarked
package dev.divvy.coordination.protocol.knowledge;

import org.jspecify.annotations.NullMarked;
