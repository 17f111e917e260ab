package dev.divvy.testservers.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.testservers.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class ServerHomeTest {

    private static final int TIMES = 20;

    @Test
    void severalRunsMayRemoveTheSameHomeAtTheSameTime() throws IOException {
        for (int time = 0; time < TIMES; time++) {
            ServerHome home = ServerHome.create("postgres");
            for (int i = 0; i < 200; i++) {
                Path folder = Files.createDirectories(home.data().resolve(Integer.toString(i % 20)));
                Files.writeString(folder.resolve(Integer.toString(i)), "");
            }
            CompletableFuture.allOf(IntStream.range(0, 4)
                            .mapToObj(run -> CompletableFuture.runAsync(home::remove))
                            .toArray(CompletableFuture<?>[]::new))
                    .join();
            assertThat(home.folder()).doesNotExist();
        }
    }

    @Test
    void removingAMissingHomeDoesNothing() {
        ServerHome home = ServerHome.create("postgres");
        home.remove();
        home.remove();
        assertThat(home.folder()).doesNotExist();
    }

    @Test
    void aHomeIsRemovedEvenIfADyingProcessStillWritesToIt() throws Exception {
        ServerHome home = ServerHome.create("removal");
        Path data = Files.createDirectory(home.data());
        CountDownLatch writes = new CountDownLatch(1);
        Thread process = new Thread(() -> {
            try {
                for (int i = 0; i < 2_000; i++) {
                    Files.createFile(data.resolve("file" + i));
                    writes.countDown();
                }
            } catch (IOException e) {
                // The folder is removed.
            }
        });
        process.start();
        Await.until(writes);
        home.remove();
        process.join();
        assertThat(home.folder()).doesNotExist();
    }
}
