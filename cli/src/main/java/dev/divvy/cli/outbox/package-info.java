/** {@code divvy outbox}: create, fill, run, watch and repair a transactional outbox in any supported database. */
@NullMarked
package dev.divvy.cli.outbox;

import org.jspecify.annotations.NullMarked;
