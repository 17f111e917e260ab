/** Commands about one key, or about many keys of which each is asked alone. */
@NullMarked
package dev.divvy.cache.command.key;

import org.jspecify.annotations.NullMarked;
