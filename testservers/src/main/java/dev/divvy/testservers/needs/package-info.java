/** Annotations that leave a test out, or fail it in CI, where its server is missing. */
@NullMarked
package dev.divvy.testservers.needs;

import org.jspecify.annotations.NullMarked;
