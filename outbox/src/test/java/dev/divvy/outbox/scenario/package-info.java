/** Scenarios on real databases: processors in processes of their own join, leave, are killed and are paused. */
@NullMarked
package dev.divvy.outbox.scenario;

import org.jspecify.annotations.NullMarked;
