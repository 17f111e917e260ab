/** The Redis protocol as bytes: requests and replies are cut out of a stream, replies are written into a buffer. No sockets. */
@NullMarked
package dev.divvy.cache.resp;

import org.jspecify.annotations.NullMarked;
