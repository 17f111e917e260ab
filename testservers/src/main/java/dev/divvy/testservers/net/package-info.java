/** Ports for servers, and a proxy with faults. */
@NullMarked
package dev.divvy.testservers.net;

import org.jspecify.annotations.NullMarked;
