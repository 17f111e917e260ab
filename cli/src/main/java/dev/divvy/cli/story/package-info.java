/** Seed 000's experiments, told again with its own figures beside ours. */
@NullMarked
package dev.divvy.cli.story;

import org.jspecify.annotations.NullMarked;
