/** Help for tests of applications that use the outbox. */
@NullMarked
package dev.divvy.spring.outbox.test;

import org.jspecify.annotations.NullMarked;
