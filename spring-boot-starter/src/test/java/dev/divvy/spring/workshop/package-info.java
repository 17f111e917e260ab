/** Applications with the starter, in the JVM of the tests. */
@NullMarked
package dev.divvy.spring.workshop;

import org.jspecify.annotations.NullMarked;
