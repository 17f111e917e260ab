/** {@code divvy why}, {@code plan}, {@code history} and {@code status}: questions about a running group, wherever its members meet. */
@NullMarked
package dev.divvy.cli.group;

import org.jspecify.annotations.NullMarked;
