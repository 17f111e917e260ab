/** Membership changes, the same for Divvy and for the peers. */
@NullMarked
package dev.divvy.bench.members;

import org.jspecify.annotations.NullMarked;
