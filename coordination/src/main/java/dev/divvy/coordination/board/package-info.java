/** The coordination store (board), the member records (cards) that it keeps, and the obligations of an implementation. */
@NullMarked
package dev.divvy.coordination.board;

import org.jspecify.annotations.NullMarked;
