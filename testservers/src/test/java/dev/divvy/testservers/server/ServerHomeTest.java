package dev.divvy.testservers.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
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
}
