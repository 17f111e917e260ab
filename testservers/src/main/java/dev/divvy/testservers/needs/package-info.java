/** Annotations that skip a test, or fail it in CI, when its server is missing. */
@NullMarked
package dev.divvy.testservers.needs;

import org.jspecify.annotations.NullMarked;
