package dev.divvy.coordination;

/** A listener or task registration that lasts until it is closed. Closing twice has no further effect. */
@FunctionalInterface
public interface Subscription extends AutoCloseable {

    @Override
    void close();
}
