/** The sample application of examples/spring-boot, in processes of its own. */
@NullMarked
package dev.divvy.spring.sample;

import org.jspecify.annotations.NullMarked;
