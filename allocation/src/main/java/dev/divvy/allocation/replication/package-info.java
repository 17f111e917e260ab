/** The record of data that members keep of their pieces: how many copies, and which incarnations may still have it. */
@NullMarked
package dev.divvy.allocation.replication;

import org.jspecify.annotations.NullMarked;
