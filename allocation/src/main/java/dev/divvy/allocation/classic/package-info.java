/** Known rules, for comparison: the lab shows what each would move. */
@NullMarked
package dev.divvy.allocation.classic;

import org.jspecify.annotations.NullMarked;
