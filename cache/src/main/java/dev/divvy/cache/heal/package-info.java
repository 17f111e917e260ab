/** The end of a split: the losing side reports which keys it changed, and the winning side forgets them. */
@NullMarked
package dev.divvy.cache.heal;

import org.jspecify.annotations.NullMarked;
