/** Processors in processes of their own, which join, leave, are killed and stand still, on real databases. */
@NullMarked
package dev.divvy.outbox.scenario;

import org.jspecify.annotations.NullMarked;
