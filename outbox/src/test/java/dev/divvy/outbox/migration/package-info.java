/** The migration files of the jar, run by Flyway and Liquibase. */
@NullMarked
package dev.divvy.outbox.migration;

import org.jspecify.annotations.NullMarked;
