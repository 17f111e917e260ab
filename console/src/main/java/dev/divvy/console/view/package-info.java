/** The records that are the schema of the JSON: what {@code /api/status}, the event stream and {@code divvy status --json} have in common. */
@NullMarked
package dev.divvy.console.view;

import org.jspecify.annotations.NullMarked;
