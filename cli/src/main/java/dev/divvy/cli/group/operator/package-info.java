/** {@code divvy drain}, {@code undrain}, {@code pin}, {@code unpin}, {@code suspend} and {@code resume}: orders to a running group. */
@NullMarked
package dev.divvy.cli.group.operator;

import org.jspecify.annotations.NullMarked;
