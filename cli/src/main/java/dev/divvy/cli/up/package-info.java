/** {@code divvy up}: an outbox with workers and a distributor with parsers, in processes of their own, to look at and to play with. */
@NullMarked
package dev.divvy.cli.up;

import org.jspecify.annotations.NullMarked;
