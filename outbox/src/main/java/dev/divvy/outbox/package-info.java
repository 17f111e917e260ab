/** The transactional outbox: events written in the caller's own transaction, processed by all members of a group, in order per entity. */
@NullMarked
package dev.divvy.outbox;

import org.jspecify.annotations.NullMarked;
