package dev.divvy.allocation.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.allocator.Group;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The same result in every process: the same histories are run in several JVMs whose settings differ in all that must not matter. */
class DeterminismTest {

    private static final List<List<String>> MACHINES = List.of(
            List.of(),
            List.of("-Xint", "-Duser.language=tr", "-Duser.country=TR", "-Dfile.encoding=US-ASCII"),
            List.of(
                    "-XX:+UnlockExperimentalVMOptions",
                    "-XX:hashCode=2",
                    "-XX:+UseSerialGC",
                    "-Duser.timezone=Asia/Tokyo"));

    @Test
    void everyMachineAnswersAlike() throws Exception {
        List<String> answers = new ArrayList<>();
        for (List<String> options : MACHINES) {
            answers.add(run(options));
        }
        assertThat(answers).allSatisfy(answer -> assertThat(answer).isEqualTo(answers.get(0)));
        assertThat(answers.get(0).lines().toList()).hasSize(Allocators.names().size());
    }

    /** The child process: prints one line per allocator with a checksum over the histories of several groups. */
    public static void main(String[] args) {
        for (String name : Allocators.names()) {
            long sum = 0;
            for (long seed = 0; seed < 8; seed++) {
                Group group =
                        new Group(seed, Group.Profile.EVERYTHING, new Planner(Allocators.byName(name)).replicated((int)
                                        (seed % 3)));
                for (int step = 0; step < 15; step++) {
                    for (int owner : group.step().now().division().owners()) {
                        sum = sum * 31 + owner;
                    }
                    for (int holder : group.now().holders().copies().holders()) {
                        sum = sum * 31 + holder;
                    }
                }
            }
            System.out.println(name + " " + Long.toHexString(sum));
        }
    }

    private static String run(List<String> options) throws IOException, InterruptedException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        List<String> command = Stream.of(
                        Stream.of(java),
                        options.stream(),
                        Stream.of("-cp", System.getProperty("java.class.path"), DeterminismTest.class.getName()))
                .flatMap(part -> part)
                .toList();
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try {
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).as(output).isZero();
            return output;
        } finally {
            process.destroyForcibly();
        }
    }
}
