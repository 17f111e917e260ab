/** One HTTP server for the dashboard, its data (JSON and events), metrics (Prometheus) and health. */
@NullMarked
package dev.divvy.console;

import org.jspecify.annotations.NullMarked;
