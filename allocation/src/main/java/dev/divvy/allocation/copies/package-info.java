/** Placement of copies: which members besides the owner keep each piece. Numbers only; the planner translates from and to records. */
@NullMarked
package dev.divvy.allocation.copies;

import org.jspecify.annotations.NullMarked;
