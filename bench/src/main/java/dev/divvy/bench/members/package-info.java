/** Members that come and go, the same for ours and for the peers. */
@NullMarked
package dev.divvy.bench.members;

import org.jspecify.annotations.NullMarked;
