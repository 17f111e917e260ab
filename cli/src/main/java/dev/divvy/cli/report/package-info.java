/** What {@code divvy lab} prints: the outcomes as a table for people and as JSON for programs. */
@NullMarked
package dev.divvy.cli.report;

import org.jspecify.annotations.NullMarked;
