/** Relays the events of an outbox to Kafka. */
@NullMarked
package dev.divvy.kafka;

import org.jspecify.annotations.NullMarked;
