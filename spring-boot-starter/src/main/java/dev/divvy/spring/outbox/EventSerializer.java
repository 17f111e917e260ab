package dev.divvy.spring.outbox;

import java.lang.reflect.Type;

/** Turns the application's event objects into payloads and back. A bean of this type replaces the one that uses the application's Jackson. */
public interface EventSerializer {

    byte[] write(Object event);

    Object read(byte[] payload, Type type);

    /** Returns the value of the header {@code content-type}. */
    String contentType();
}
