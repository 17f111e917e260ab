/** {@code divvy distributor}: the daemon that assigns work units to services, and the options shared by commands on its store. */
@NullMarked
package dev.divvy.cli.distributor;

import org.jspecify.annotations.NullMarked;
