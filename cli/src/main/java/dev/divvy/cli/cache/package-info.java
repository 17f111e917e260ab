/** The cache on the command line: a node, and clients of running nodes. */
@NullMarked
package dev.divvy.cli.cache;

import org.jspecify.annotations.NullMarked;
