package dev.divvy.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.boardsql.DatabaseKind;
import dev.divvy.outbox.event.HandlingMode;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;

/** Threads of the outbox are started by the threads that send, among others; handlers must not notice. */
class HandlerThreadTest {

    @Test
    void aHandlerHasTheClassLoaderOfTheThreadThatStartedItsProcessor() throws Exception {
        Queue<ClassLoader> loaders = new ConcurrentLinkedQueue<>();
        Thread test = Thread.currentThread();
        ClassLoader before = test.getContextClassLoader();
        try (URLClassLoader application = new URLClassLoader(new URL[0], before);
                OutboxFixture fixture = new OutboxFixture(Database.of(DatabaseKind.H2))) {
            test.setContextClassLoader(application);
            fixture.process(
                    OutboxFixture.QUICK,
                    HandlingMode.each(
                            event -> loaders.add(Thread.currentThread().getContextClassLoader())));
            test.setContextClassLoader(before);
            CompletableFuture.runAsync(() -> send(fixture), ForkJoinPool.commonPool())
                    .join();
            fixture.untilDone();
            assertThat(loaders).containsExactly(application);
        } finally {
            test.setContextClassLoader(before);
        }
    }

    private static void send(OutboxFixture fixture) {
        try {
            fixture.send("Order", "1", "");
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
