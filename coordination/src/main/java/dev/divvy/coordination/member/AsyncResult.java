package dev.divvy.coordination.member;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** What somebody waits for. It is given on a thread of the JVM's, never one of the membership's: what hangs on it may take its time. */
record AsyncResult<T>(CompletableFuture<T> future) {

    AsyncResult() {
        this(new CompletableFuture<>());
    }

    void give(@Nullable T value) {
        future.defaultExecutor().execute(() -> future.complete(value));
    }

    void refuse(Throwable why) {
        future.defaultExecutor().execute(() -> future.completeExceptionally(why));
    }
}
