/** How the entries of a token go from the node that served it to the one that will. */
@NullMarked
package dev.divvy.cache.transfer;

import org.jspecify.annotations.NullMarked;
