/** The store in Redis: the original's keys byte for byte, and companions of the same slot that its readers may ignore. */
@NullMarked
package dev.divvy.distributor.redis;

import org.jspecify.annotations.NullMarked;
