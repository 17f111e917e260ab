/** The one way in which commands open a database and report its errors. */
@NullMarked
package dev.divvy.cli.database;

import org.jspecify.annotations.NullMarked;
