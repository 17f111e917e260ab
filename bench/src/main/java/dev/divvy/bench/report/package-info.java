/** Results as people read them: tables with ratios, garbage and goals. */
@NullMarked
package dev.divvy.bench.report;

import org.jspecify.annotations.NullMarked;
