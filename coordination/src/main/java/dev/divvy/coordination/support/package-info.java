/** Mechanisms that Divvy's own modules share: threads, backoff, retries, wake-up signals, listeners. Not part of the public API. */
@NullMarked
package dev.divvy.coordination.support;

import org.jspecify.annotations.NullMarked;
