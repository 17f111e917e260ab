/** Clients that others wrote, as they are. */
@NullMarked
package dev.divvy.cache.clients;

import org.jspecify.annotations.NullMarked;
