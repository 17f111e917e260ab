/** The cache on the command line: a node, and questions to nodes that run. */
@NullMarked
package dev.divvy.cli.cache;

import org.jspecify.annotations.NullMarked;
