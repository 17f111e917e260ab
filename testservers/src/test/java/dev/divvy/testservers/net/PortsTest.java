package dev.divvy.testservers.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.testservers.process.JavaProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PortsTest {

    /** More than a block. */
    private static final int MANY = 250;

    @Test
    void noTwoJvmsAreGivenTheSame() throws IOException {
        List<Process> others = new ArrayList<>();
        try {
            for (int i = 0; i < 2; i++) {
                others.add(new ProcessBuilder(
                                JavaProcess.of(PortsTest.class, List.of()).command())
                        .start());
            }
            List<Integer> given =
                    new ArrayList<>(Stream.generate(Ports::free).limit(MANY).toList());
            for (Process other : others) {
                BufferedReader printed = other.inputReader();
                for (int i = 0; i < MANY; i++) {
                    given.add(Integer.valueOf(printed.readLine()));
                }
            }
            assertThat(given).hasSize(3 * MANY).doesNotHaveDuplicates();
            assertThat(given).allMatch(port -> port > 12_000 && port < 32_000);
        } finally {
            others.forEach(Process::destroyForcibly);
        }
    }

    @Test
    void aPortThatIsInUseIsPassedOver() throws IOException {
        int before = Ports.free();
        try (ServerSocket taken = new ServerSocket(before + 1, 1, InetAddress.getLoopbackAddress())) {
            assertThat(Ports.isFree(taken.getLocalPort())).isFalse();
            assertThat(Ports.free()).isNotIn(before, taken.getLocalPort());
        }
    }

    /** Another JVM: it prints its ports and stays, so that they remain its own. */
    public static void main(String[] args) throws IOException {
        for (int i = 0; i < MANY; i++) {
            System.out.println(Ports.free());
        }
        System.in.read();
    }
}
