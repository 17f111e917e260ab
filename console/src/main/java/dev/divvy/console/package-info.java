/** One HTTP server for status (JSON), metrics (Prometheus) and health. */
@NullMarked
package dev.divvy.console;

import org.jspecify.annotations.NullMarked;
