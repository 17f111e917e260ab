/** The binary format of the messages between nodes. */
@NullMarked
package dev.divvy.boardpeers.codec;

import org.jspecify.annotations.NullMarked;
