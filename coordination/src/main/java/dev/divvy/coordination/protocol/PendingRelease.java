package dev.divvy.coordination.protocol;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Runs;

/**
 * Pieces that are being let go of: lost, but work on them may still be in flight.
 *
 * @param number tells the partings of one process apart
 * @param basis the last allocation that confirmed them; the runs number its pieces
 * @param until when the grace time ends, and with it the waiting
 */
public record PendingRelease(long number, Allocation basis, Runs lost, long until) {}
