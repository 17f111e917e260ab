/** The board of one group in Redis: its scripts, its keys, and the text form of a card. */
@NullMarked
package dev.divvy.boardredis.board;

import org.jspecify.annotations.NullMarked;
