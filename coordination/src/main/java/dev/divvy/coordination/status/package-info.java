/** The status of a group as one model: the shell prints it, the dashboard draws it, the metrics export it. */
@NullMarked
package dev.divvy.coordination.status;

import org.jspecify.annotations.NullMarked;
