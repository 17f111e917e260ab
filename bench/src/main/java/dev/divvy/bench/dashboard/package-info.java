/** The benchmark of the dashboard: how smoothly a real browser shows a large group that keeps changing. */
@NullMarked
package dev.divvy.bench.dashboard;

import org.jspecify.annotations.NullMarked;
