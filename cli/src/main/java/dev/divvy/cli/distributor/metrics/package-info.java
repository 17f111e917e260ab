/** What monitoring asks of a distributor: its figures and its health. */
@NullMarked
package dev.divvy.cli.distributor.metrics;

import org.jspecify.annotations.NullMarked;
