/** The layers under a mesh: what JGroups does, and what we add to it. */
@NullMarked
package dev.divvy.boardpeers.jgroups;

import org.jspecify.annotations.NullMarked;
