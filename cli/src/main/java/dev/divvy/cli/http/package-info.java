/** The options of the HTTP server that commands share. */
@NullMarked
package dev.divvy.cli.http;

import org.jspecify.annotations.NullMarked;
