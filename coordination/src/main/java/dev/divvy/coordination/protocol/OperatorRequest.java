package dev.divvy.coordination.protocol;

import dev.divvy.allocation.plan.Change;

/** A change that an operator asks of the group through this member; the number tells one from another. */
public record OperatorRequest(long number, Change change) {}
