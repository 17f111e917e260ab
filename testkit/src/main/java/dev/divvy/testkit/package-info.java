/** Test support for users: the contract that every board passes, and the simulator. */
@NullMarked
package dev.divvy.testkit;

import org.jspecify.annotations.NullMarked;
