/** Real servers as processes: their folders, their start and their end with the JVM. */
@NullMarked
package dev.divvy.testservers.server;

import org.jspecify.annotations.NullMarked;
