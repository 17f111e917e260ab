/** {@code divvy simulate}: the protocol under faults, on virtual time. */
@NullMarked
package dev.divvy.cli.simulate;

import org.jspecify.annotations.NullMarked;
