/** The rounds of the writing instance: read, ping, plan, write. */
@NullMarked
package dev.divvy.distributor.writer;

import org.jspecify.annotations.NullMarked;
