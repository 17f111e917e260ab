package dev.divvy.coordination.protocol;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Runs;

/**
 * Lost pieces that are being released: work on them may still be in flight.
 *
 * @param number identifies the release in this process
 * @param basis the last allocation that confirmed the pieces, and whose numbering {@code lost} uses
 * @param until the end of the grace time, after which the release completes in any case
 */
public record PendingRelease(long number, Allocation basis, Runs lost, long until) {}
