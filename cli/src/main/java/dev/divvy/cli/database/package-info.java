/** Opens databases for commands and reports SQL errors. */
@NullMarked
package dev.divvy.cli.database;

import org.jspecify.annotations.NullMarked;
