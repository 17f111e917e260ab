/** The outbox for Spring Boot's Actuator: health, an endpoint and metrics. */
@NullMarked
package dev.divvy.spring.outbox.actuator;

import org.jspecify.annotations.NullMarked;
