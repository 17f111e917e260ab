package dev.divvy.coordination.protocol;

import dev.divvy.allocation.Pieces;
import dev.divvy.allocation.plan.Planner;
import dev.divvy.coordination.Timing;

/**
 * What all members of a group agree on beforehand.
 *
 * @param pieces what a new group divides; a group that is there already divides what its allocation says
 */
public record GroupRules(Timing timing, Planner planner, Pieces pieces) {}
