/** Commands about one key, and the single-key parts of commands about many keys. */
@NullMarked
package dev.divvy.cache.command.key;

import org.jspecify.annotations.NullMarked;
