package dev.divvy.coordination;

/** Something that goes on until it is closed: being told of changes, running tasks. Closing twice does nothing. */
@FunctionalInterface
public interface Subscription extends AutoCloseable {

    @Override
    void close();
}
