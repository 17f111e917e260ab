/** The Redis protocol (RESP) on byte arrays: parses requests and replies, writes replies. No sockets. */
@NullMarked
package dev.divvy.cache.resp;

import org.jspecify.annotations.NullMarked;
