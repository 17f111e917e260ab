/** {@code divvy shell}: an interactive shell on the nodes of a cache. */
@NullMarked
package dev.divvy.cli.shell;

import org.jspecify.annotations.NullMarked;
