/** The layers under a mesh: what JGroups does, and what we add to it. */
@NullMarked
package dev.divvy.boardpeers.stack;

import org.jspecify.annotations.NullMarked;
