/** What is sent, what a handler gets, and how it is handled. */
@NullMarked
package dev.divvy.outbox.event;

import org.jspecify.annotations.NullMarked;
