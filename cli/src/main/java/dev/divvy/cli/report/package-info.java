/** Tables and figures as people read them. */
@NullMarked
package dev.divvy.cli.report;

import org.jspecify.annotations.NullMarked;
