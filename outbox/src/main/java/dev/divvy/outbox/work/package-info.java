/** How one processor works: it reads the rows of its tokens, hands them to workers by entity, and completes them under the fence. */
@NullMarked
package dev.divvy.outbox.work;

import org.jspecify.annotations.NullMarked;
