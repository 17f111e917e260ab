/** Distributors and services as processes on a real Redis, killed and paused while the table is observed. */
@NullMarked
package dev.divvy.distributor.scenario;

import org.jspecify.annotations.NullMarked;
