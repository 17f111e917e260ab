/** Tests with public Redis clients, unchanged. */
@NullMarked
package dev.divvy.cache.clients;

import org.jspecify.annotations.NullMarked;
