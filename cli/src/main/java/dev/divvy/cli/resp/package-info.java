/** The Redis protocol as our commands need it: a line to a node, and a small counter of our own. */
@NullMarked
package dev.divvy.cli.resp;

import org.jspecify.annotations.NullMarked;
