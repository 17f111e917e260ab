/** Ports, and a network path that can be cut. */
@NullMarked
package dev.divvy.testservers.net;

import org.jspecify.annotations.NullMarked;
