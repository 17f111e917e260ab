/** Builds the status of a group from one member's state or from a board snapshot, and formats it as text. */
@NullMarked
package dev.divvy.coordination.report;

import org.jspecify.annotations.NullMarked;
