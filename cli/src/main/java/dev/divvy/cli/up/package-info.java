/** {@code divvy up}: a cache of nodes, an outbox with workers and a distributor with parsers, each a process, to watch and to break. */
@NullMarked
package dev.divvy.cli.up;

import org.jspecify.annotations.NullMarked;
