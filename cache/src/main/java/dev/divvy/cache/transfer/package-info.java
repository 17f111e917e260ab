/** The transfer of a token's entries from the node that serves it to its new owner. */
@NullMarked
package dev.divvy.cache.transfer;

import org.jspecify.annotations.NullMarked;
