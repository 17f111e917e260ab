/** The parts that all demos of {@code divvy up} share: their processes, and what users do to them. */
@NullMarked
package dev.divvy.cli.up.demo;

import org.jspecify.annotations.NullMarked;
