/** Helpers that tests of every module share; the servers, processes and ports are in the packages below. */
@NullMarked
package dev.divvy.testservers;

import org.jspecify.annotations.NullMarked;
