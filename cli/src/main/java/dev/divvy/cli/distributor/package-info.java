/** {@code divvy distributor}: the daemon that hands work units to services, and the choices that commands on its store share. */
@NullMarked
package dev.divvy.cli.distributor;

import org.jspecify.annotations.NullMarked;
