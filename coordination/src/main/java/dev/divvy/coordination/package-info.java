/**
 * Groups of members that divide pieces among themselves. Start with {@link dev.divvy.coordination.Group}, which a process joins, and
 * {@link dev.divvy.coordination.Membership}, which tells it what it holds; a {@link dev.divvy.coordination.Hold} is work on one piece.
 */
@NullMarked
package dev.divvy.coordination;

import org.jspecify.annotations.NullMarked;
