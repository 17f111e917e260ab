/** What a node keeps: entries as plain bytes, on one shelf a token, with their expiry, their memory and their eviction. */
@NullMarked
package dev.divvy.cache.store;

import org.jspecify.annotations.NullMarked;
