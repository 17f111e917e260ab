package dev.divvy.testservers.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.testservers.needs.NeedsPostgres;
import dev.divvy.testservers.needs.NeedsRedis;
import dev.divvy.testservers.process.JavaProcess;
import dev.divvy.testservers.process.Launcher;
import dev.divvy.testservers.process.Processes;
import dev.divvy.testservers.redis.RedisServer;
import dev.divvy.testservers.sql.PostgresEngine;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
@NeedsRedis
@NeedsPostgres
@Tag("long")
class OrphanReaperTest {

    @Test
    void theServerOfAKilledRunIsKilledWithItsDataEvenIfItIsPaused() throws IOException {
        Process owner = sleeper();
        ServerHome home = ServerHome.create("postgres", owner.pid());
        ServerProcess server = ServerProcess.start(new PostgresEngine(Map.of()), home);
        server.pause();
        long pid = server.pid();

        OrphanReaper.reap();
        assertThat(Processes.alive(pid)).as("its owner is alive").isTrue();

        end(owner);
        OrphanReaper.reap();
        assertThat(Processes.alive(pid)).isFalse();
        assertThat(Processes.of(home.name())).isEmpty();
        assertThat(home.folder()).doesNotExist();
    }

    @Test
    void aProcessThatOnlyReadsTheLogOfAServerIsNotKilled() throws IOException {
        Process owner = sleeper();
        ServerHome home = ServerHome.create("redis", owner.pid());
        Files.writeString(home.log(), "a line\n");
        Process reader = new ProcessBuilder("tail", "-f", home.log().toString()).start();
        try (BufferedReader out = reader.inputReader(StandardCharsets.UTF_8)) {
            assertThat(out.readLine()).as("what it reads").isEqualTo("a line");
            end(owner);
            OrphanReaper.reap();
            assertThat(home.folder()).doesNotExist();
            assertThat(Processes.alive(reader.pid())).isTrue();
        } finally {
            reader.destroyForcibly();
        }
    }

    @Test
    void aReusedPidIsNotTheOwner() {
        long us = ProcessHandle.current().pid();
        assertThat(new ServerHome(Path.of("postgres-" + us + "-" + Processes.startTime(us) + "-1")).isAbandoned())
                .isFalse();
        assertThat(new ServerHome(Path.of("postgres-" + us + "-1-1")).isAbandoned())
                .isTrue();
        assertThat(new ServerHome(Path.of("something-else")).isAbandoned()).isFalse();
    }

    @Test
    void aServerDiesWithItsKilledJvm() throws IOException {
        Process jvm = new ProcessBuilder(JavaProcess.of(Orphan.class, List.of()).command())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        long pid;
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(jvm.getInputStream(), StandardCharsets.UTF_8))) {
            pid = Long.parseLong(out.readLine());
            assertThat(Processes.alive(pid))
                    .as("the thread that asked for it has ended")
                    .isTrue();
        } finally {
            end(jvm);
        }
        Processes.await("the end of the server", () -> !Processes.alive(pid));
        OrphanReaper.reap();
        assertThat(ServerHome.all()).extracting(ServerHome::name).noneMatch(name -> belongsTo(jvm.pid(), name));
    }

    /** Names are {@code KIND-OWNER-STARTTIME-COUNT}; the pid of one owner may be equal to the start time of another. */
    private static boolean belongsTo(long owner, String home) {
        String[] parts = home.split("-", -1);
        return parts.length > 1 && parts[1].equals(Long.toString(owner));
    }

    /** A program that starts a server on a thread that ends, prints its pid, and waits. */
    static final class Orphan {

        private Orphan() {}

        public static void main(String[] args) throws InterruptedException {
            long[] pid = new long[1];
            Thread starter = new Thread(() -> pid[0] = RedisServer.start().pid());
            starter.start();
            starter.join();
            System.out.println(pid[0]);
            Thread.currentThread().join();
        }
    }

    private static Process sleeper() throws IOException {
        return new ProcessBuilder("sleep", "300").start();
    }

    private static void end(Process process) {
        process.destroyForcibly();
        Launcher.exit(process);
    }
}
