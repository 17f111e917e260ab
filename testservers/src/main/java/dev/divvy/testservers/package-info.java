/** Real servers for the tests, started on demand and ended with the test run. */
@NullMarked
package dev.divvy.testservers;

import org.jspecify.annotations.NullMarked;
