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

/** Which wall clock each worker sees. */
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

    /** Whether a process with such a clock waits as long as it should: on some machines the library ends every wait at once. */
    boolean letWaitsBe() {
        try (TestProcess probe = JavaProcess.of(ClockProbe.class, List.of())
                .withEnvironment(environment(0))
                .start("clock probe")) {
            probe.awaitEnd();
            return probe.exitCode() == 0;
        }
    }

    /** The clocks are what they are meant to be: each worker says what it sees. */
    void check(List<Child> children) {
        for (Child child : children) {
            String said = child.said("READY").get(0);
            long theirs = Long.parseLong(said.substring(said.lastIndexOf(' ') + 1));
            assertThat(Math.abs(theirs - System.currentTimeMillis()) > HALF_AN_HOUR)
                    .as("the clock of %s is apart", child.member())
                    .isEqualTo(this == APART);
        }
    }

    /** The library that gives a process another wall clock, where Debian's package libfaketime is installed. */
    static Optional<Path> library() {
        return Stream.of("x86_64", "aarch64")
                .map(machine -> Path.of("/usr/lib", machine + "-linux-gnu", "faketime", "libfaketimeMT.so.1"))
                .filter(Files::exists)
                .findFirst();
    }
}
