/** The loop of one service: registers it, reads the table, acknowledges, and notifies the listener. Start with {@code ServiceLoop}. */
@NullMarked
package dev.divvy.distributor.client;

import org.jspecify.annotations.NullMarked;
