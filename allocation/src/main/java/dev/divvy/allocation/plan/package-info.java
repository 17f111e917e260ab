/**
 * From one allocation to the next: the {@link dev.divvy.allocation.plan.Planner}, what a change would move, why a piece is where it
 * is, and every way in which an allocation can be wrong.
 */
@NullMarked
package dev.divvy.allocation.plan;

import org.jspecify.annotations.NullMarked;
