/** Requests and replies: limits, checks, routing, the event stream and the files of the page. */
@NullMarked
package dev.divvy.console.http;

import org.jspecify.annotations.NullMarked;
