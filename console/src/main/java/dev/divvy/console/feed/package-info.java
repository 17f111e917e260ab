/** The content of the event stream: epochs, time lanes and status, recorded as they are seen. */
@NullMarked
package dev.divvy.console.feed;

import org.jspecify.annotations.NullMarked;
