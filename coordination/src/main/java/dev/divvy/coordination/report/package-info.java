/** Builds the status of a group from what one member knows or from a look at its board, and tells it in lines of text. */
@NullMarked
package dev.divvy.coordination.report;

import org.jspecify.annotations.NullMarked;
