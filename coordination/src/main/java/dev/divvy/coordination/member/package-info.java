/**
 * A running member: the thread that pulses, what the application asks and is told, and the work that begins and ends with its pieces.
 * Start with {@link dev.divvy.coordination.member.Group} and {@link dev.divvy.coordination.member.Membership}.
 */
@NullMarked
package dev.divvy.coordination.member;

import org.jspecify.annotations.NullMarked;
