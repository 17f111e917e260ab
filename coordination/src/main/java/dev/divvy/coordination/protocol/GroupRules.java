package dev.divvy.coordination.protocol;

import dev.divvy.allocation.Pieces;
import dev.divvy.allocation.plan.Planner;
import dev.divvy.coordination.Timing;

/**
 * The rules that all members of a group share.
 *
 * @param pieces the pieces that a new group divides; an existing group keeps those of its allocation
 */
public record GroupRules(Timing timing, Planner planner, Pieces pieces) {}
