/** The hash functions themselves, frozen by test vectors. */
@NullMarked
package dev.divvy.allocation.hash.function;

import org.jspecify.annotations.NullMarked;
