package dev.divvy.spring.outbox;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a method of a bean that handles events. It takes the payload, the {@link dev.divvy.outbox.event.Event}, or both:
 *
 * <pre>{@code
 * @OutboxHandler("Order")
 * void on(OrderPaid paid, Event event) { ... }
 * }</pre>
 *
 * <p>A payload of a class of the application is read from JSON; the method gets the events whose type is the simple name of that class. A
 * method whose payload is a {@code String}, a {@code byte[]} or a {@code Payload}, or that takes the event only, gets all other events of the
 * entity. What the method throws is a failed attempt, which is repeated later. It is called at least once per event.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface OutboxHandler {

    /** The name of the entities whose events are handled. */
    String value();

    /** The types of the events that are handled, if they are not named by the payload's class. */
    String[] types() default {};
}
