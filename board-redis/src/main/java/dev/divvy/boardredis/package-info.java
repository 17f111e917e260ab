/** A board in Redis: one script per call, on keys of one hash tag. Start with {@code RedisBoards}. */
@NullMarked
package dev.divvy.boardredis;

import org.jspecify.annotations.NullMarked;
