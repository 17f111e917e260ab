/** The board of one group in Redis: its scripts, its keys, and the text of a card. */
@NullMarked
package dev.divvy.boardredis.board;

import org.jspecify.annotations.NullMarked;
