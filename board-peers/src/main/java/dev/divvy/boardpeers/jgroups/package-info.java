/** The JGroups protocols under a mesh, and the protocols that Divvy adds to them. */
@NullMarked
package dev.divvy.boardpeers.jgroups;

import org.jspecify.annotations.NullMarked;
