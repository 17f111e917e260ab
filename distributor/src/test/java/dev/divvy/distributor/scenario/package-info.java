/** Distributors and services as processes, on a real Redis, that are killed and stopped while somebody watches the table. */
@NullMarked
package dev.divvy.distributor.scenario;

import org.jspecify.annotations.NullMarked;
