/** Formats tables and numbers for people. */
@NullMarked
package dev.divvy.cli.report;

import org.jspecify.annotations.NullMarked;
