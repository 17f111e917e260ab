/**
 * The protocol as functions of values: what a member knows and holds, how a sighting changes it, what it does next. Time is an argument
 * (nanoseconds of the member's own monotonic clock); there is no clock, randomness, I/O, logging or thread in here.
 */
@NullMarked
package dev.divvy.coordination.protocol;

import org.jspecify.annotations.NullMarked;
