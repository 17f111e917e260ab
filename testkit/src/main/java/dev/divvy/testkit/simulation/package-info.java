/** The protocol under faults, on virtual time: one seed is one run, every law is checked after every event. */
@NullMarked
package dev.divvy.testkit.simulation;

import org.jspecify.annotations.NullMarked;
