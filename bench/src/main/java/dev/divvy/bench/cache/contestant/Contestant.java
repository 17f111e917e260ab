package dev.divvy.bench.cache.contestant;

import java.util.concurrent.CompletionStage;

/** A cache as a program uses it. */
public interface Contestant extends AutoCloseable {

    byte[] get(String key) throws Exception;

    void put(String key, byte[] value) throws Exception;

    CompletionStage<byte[]> getAsync(String key);

    /** Completes when the entry and, where there are copies, its copies are written. */
    CompletionStage<?> putAsync(String key, byte[] value);

    /** Whether the entry of a key is in another process. */
    boolean isRemote(String key);

    @Override
    void close();
}
