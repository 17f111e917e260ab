/** Helpers shared by the tests of all modules; the servers, processes and ports are in the packages below. */
@NullMarked
package dev.divvy.testservers;

import org.jspecify.annotations.NullMarked;
