/** The lists and the table of a distributor from the command line, in any store. */
@NullMarked
package dev.divvy.cli.distributor.lists;

import org.jspecify.annotations.NullMarked;
