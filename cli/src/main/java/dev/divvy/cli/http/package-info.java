/** Pages to be read only: figures, health, how things stand. */
@NullMarked
package dev.divvy.cli.http;

import org.jspecify.annotations.NullMarked;
