package dev.divvy.coordination.member;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A future that completes on the JVM's default asynchronous executor, so that slow dependents never block the membership's own threads. */
record OffThreadFuture<T>(CompletableFuture<T> future) {

    OffThreadFuture() {
        this(new CompletableFuture<>());
    }

    void complete(@Nullable T value) {
        future.defaultExecutor().execute(() -> future.complete(value));
    }

    void fail(Throwable cause) {
        future.defaultExecutor().execute(() -> future.completeExceptionally(cause));
    }
}
