/** The parts of a running node: it follows the ownership of tokens, and shows the cluster to clients. */
@NullMarked
package dev.divvy.cache.node;

import org.jspecify.annotations.NullMarked;
