/**
 * The protocol as functions of values: a member's knowledge and holdings, how a board snapshot changes them, and the member's next request.
 * Time is an argument (nanoseconds of the member's own monotonic clock). The package uses no clock, randomness, I/O, logging or threads.
 */
@NullMarked
package dev.divvy.coordination.protocol;

import org.jspecify.annotations.NullMarked;
