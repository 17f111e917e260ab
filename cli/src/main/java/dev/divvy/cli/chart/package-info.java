/** The picture that {@code divvy lab --svg} draws. */
@NullMarked
package dev.divvy.cli.chart;

import org.jspecify.annotations.NullMarked;
