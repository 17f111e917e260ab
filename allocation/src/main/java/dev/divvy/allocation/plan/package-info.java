/**
 * The step from one allocation to the next: the {@link dev.divvy.allocation.plan.Planner}, the effect of a change, and the reason why a
 * piece is at its owner.
 */
@NullMarked
package dev.divvy.allocation.plan;

import org.jspecify.annotations.NullMarked;
