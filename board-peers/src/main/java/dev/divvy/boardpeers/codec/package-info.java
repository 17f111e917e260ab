/** What nodes of a mesh say to each other, as bytes. */
@NullMarked
package dev.divvy.boardpeers.codec;

import org.jspecify.annotations.NullMarked;
