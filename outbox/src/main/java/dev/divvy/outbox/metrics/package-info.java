/** Metrics of an outbox for Micrometer, which an application has if it uses this package. */
@NullMarked
package dev.divvy.outbox.metrics;

import org.jspecify.annotations.NullMarked;
