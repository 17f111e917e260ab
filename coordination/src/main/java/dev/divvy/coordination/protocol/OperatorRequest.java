package dev.divvy.coordination.protocol;

import dev.divvy.allocation.plan.Change;

/** A change of the group that an operator requests through this member; the number identifies the request in this process. */
public record OperatorRequest(long number, Change change) {}
