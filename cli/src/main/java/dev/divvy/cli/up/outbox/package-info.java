/** The workers of an outbox, as a demo. */
@NullMarked
package dev.divvy.cli.up.outbox;

import org.jspecify.annotations.NullMarked;
