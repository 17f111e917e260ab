/** The calls of a board as values: the requests to the primary and its replies. */
@NullMarked
package dev.divvy.boardpeers.request;

import org.jspecify.annotations.NullMarked;
