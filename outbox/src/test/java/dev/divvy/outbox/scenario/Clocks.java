package dev.divvy.outbox.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.testservers.process.JavaProcess;
import dev.divvy.testservers.process.TestProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The wall clocks of the workers. */
enum Clocks {
    SAME,
    /** Hours apart from each other, some ahead and some behind, and in other time zones. */
    APART;

    private static final long HALF_AN_HOUR = 1_800_000;
    private static final List<String> OFFSETS = List.of("+3h", "-5h", "+26h", "-1h", "+11h", "-50h");
    private static final List<String> ZONES =
            List.of("Pacific/Auckland", "America/Los_Angeles", "Asia/Kathmandu", "UTC", "Europe/Berlin");

    Map<String, String> environment(int number) {
        if (this == SAME) {
            return Map.of();
        }
        return Map.of(
                "LD_PRELOAD",
                library()
                        .orElseThrow(() -> new IllegalStateException("libfaketime is missing (Debian: libfaketime)"))
                        .toString(),
                "FAKETIME",
                OFFSETS.get(number % OFFSETS.size()),
                // Only the wall clock: with its fix for monotonic waits the library breaks them.
                "FAKETIME_DONT_FAKE_MONOTONIC",
                "1",
                "FAKETIME_FORCE_MONOTONIC_FIX",
                "0",
                "TZ",
                ZONES.get(number % ZONES.size()));
    }

    /** Returns whether timed waits work in a process with such a clock: on some machines the library ends every wait at once. */
    boolean keepsTimedWaits() {
        try (TestProcess probe = JavaProcess.of(ClockProbe.class, List.of())
                .withEnvironment(environment(0))
                .start("clock probe")) {
            probe.awaitEnd();
            return probe.exitCode() == 0;
        }
    }

    /** Checks the clock that each worker prints. */
    void check(List<WorkerProcess> workers) {
        for (WorkerProcess worker : workers) {
            String line = worker.lines("READY").get(0);
            long clock = Long.parseLong(line.substring(line.lastIndexOf(' ') + 1));
            assertThat(Math.abs(clock - System.currentTimeMillis()) > HALF_AN_HOUR)
                    .as("the clock of %s is apart", worker.member())
                    .isEqualTo(this == APART);
        }
    }

    /** Returns the library that gives a process another wall clock, where Debian's package libfaketime is installed. */
    static Optional<Path> library() {
        return Stream.of("x86_64", "aarch64")
                .map(machine -> Path.of("/usr/lib", machine + "-linux-gnu", "faketime", "libfaketimeMT.so.1"))
                .filter(Files::exists)
                .findFirst();
    }
}
