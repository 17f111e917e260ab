/** What a member knows of the board and of the other members: the last view, who stands still, what the board remembers. */
@NullMarked
package dev.divvy.coordination.protocol.knowledge;

import org.jspecify.annotations.NullMarked;
