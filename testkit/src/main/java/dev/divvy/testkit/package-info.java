/** For whoever builds on Divvy: the contract that every board passes, and the simulator. */
@NullMarked
package dev.divvy.testkit;

import org.jspecify.annotations.NullMarked;
