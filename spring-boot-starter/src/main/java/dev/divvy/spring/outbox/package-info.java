/** The transactional outbox in a Spring Boot application: a template that sends, annotated methods that handle, health and metrics. */
@NullMarked
package dev.divvy.spring.outbox;

import org.jspecify.annotations.NullMarked;
