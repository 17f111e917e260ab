/** The protocol under faults, on virtual time: one seed is one run, and every invariant is checked after every event. */
@NullMarked
package dev.divvy.testkit.simulation;

import org.jspecify.annotations.NullMarked;
