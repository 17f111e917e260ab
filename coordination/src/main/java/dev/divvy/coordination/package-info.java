/** Where members meet, and what they tell each other there: the board, its cards, and the times that all agree on. */
@NullMarked
package dev.divvy.coordination;

import org.jspecify.annotations.NullMarked;
