/** The calls of a board as values: the questions to the keeper and its replies. */
@NullMarked
package dev.divvy.boardpeers.request;

import org.jspecify.annotations.NullMarked;
