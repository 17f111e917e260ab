package dev.divvy.bench.cache.contestant;

import java.util.concurrent.CompletionStage;

/** A cache as a program uses it. */
public interface Contestant extends AutoCloseable {

    byte[] get(String key) throws Exception;

    void put(String key, byte[] value) throws Exception;

    CompletionStage<byte[]> getLater(String key);

    /** Whether a key is on another process than this one. */
    boolean isElsewhere(String key);

    @Override
    void close();
}
