/** The store in Redis: lists and table under their compatible keys, and more keys in the slot of the table that its readers may ignore. */
@NullMarked
package dev.divvy.distributor.redis;

import org.jspecify.annotations.NullMarked;
