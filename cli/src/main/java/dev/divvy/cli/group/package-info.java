/**
 * {@code divvy why}, {@code plan}, {@code history} and {@code status}: questions about a running group, asked of a node or read from the
 * board where its members meet.
 */
@NullMarked
package dev.divvy.cli.group;

import org.jspecify.annotations.NullMarked;
