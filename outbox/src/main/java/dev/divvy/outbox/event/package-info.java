/** Messages, events, and the settings and handlers that process them. */
@NullMarked
package dev.divvy.outbox.event;

import org.jspecify.annotations.NullMarked;
