/** The shell: a person's hands on the nodes of a cache. */
@NullMarked
package dev.divvy.cli.shell;

import org.jspecify.annotations.NullMarked;
