/** The one model of how a group stands: the shell prints it, the dashboard draws it, the metrics export it. */
@NullMarked
package dev.divvy.coordination.status;

import org.jspecify.annotations.NullMarked;
