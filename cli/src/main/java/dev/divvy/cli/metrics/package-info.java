/** Figures in the form that Prometheus reads. */
@NullMarked
package dev.divvy.cli.metrics;

import org.jspecify.annotations.NullMarked;
