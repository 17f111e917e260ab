/** Well-known allocation rules, for comparison: the lab shows how many pieces each would move. */
@NullMarked
package dev.divvy.allocation.classic;

import org.jspecify.annotations.NullMarked;
