/** {@code divvy outbox}: make, fill, run, watch and mend a transactional outbox in any database that Divvy knows. */
@NullMarked
package dev.divvy.cli.outbox;

import org.jspecify.annotations.NullMarked;
