/** A distributor and parsers that share web sites, as a demo. */
@NullMarked
package dev.divvy.cli.up.sites;

import org.jspecify.annotations.NullMarked;
