package dev.divvy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The script {@code divvy}, in a folder that looks built. */
class LauncherTest {

    /** Prints the flags of a JVM when asked for them, otherwise the options that it was started with. */
    private static final String FAKE_JAVA = """
            #!/bin/sh
            case " $* " in
            *" -XX:+PrintFlagsFinal "*)
              echo '   size_t MaxHeapSize   = HEAP   {product} {ergonomic}'
              for collector in G1 Parallel Serial Z; do
                case " $* $JAVA_TOOL_OPTIONS" in
                *" -XX:+Use${collector}GC"*) echo "  bool Use${collector}GC = true  {product} {command line}" ;;
                *) echo "  bool Use${collector}GC = false  {product} {default}" ;;
                esac
              done
              echo '  bool UseMaximumCompactionOnSystemGC = true  {product} {command line}'
              echo 'openjdk version "VERSION.0.2" 2025-01-01' >&2
              ;;
            *) echo "$*" ;;
            esac
            """;

    @TempDir
    private Path folder;

    @BeforeEach
    void build() throws IOException {
        Files.copy(Repository.root().resolve("divvy"), folder.resolve("divvy"));
        Files.writeString(folder.resolve("pom.xml"), "");
        Files.createDirectory(folder.resolve(".mvn"));
        Path target = folder.resolve("cli/target");
        Files.createDirectories(target.resolve("lib"));
        writeProgram(target.resolve("divvy.jar"));
        Files.setLastModifiedTime(target.resolve("divvy.jar"), FileTime.from(Instant.EPOCH));
        // A failed attempt at a class archive: the launcher makes none.
        Files.writeString(target.resolve("divvy.jsa.failed"), "");
        Files.writeString(target.resolve("divvy.stamp"), "");
        Files.setLastModifiedTime(
                target.resolve("divvy.stamp"), FileTime.from(Instant.now().plusSeconds(60)));
    }

    /** Writes a jar that runs the program on the class path of this test. */
    private static void writeProgram(Path jar) throws IOException {
        Manifest manifest = new Manifest();
        Attributes attributes = manifest.getMainAttributes();
        attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        attributes.put(Attributes.Name.MAIN_CLASS, Divvy.class.getName());
        attributes.put(
                Attributes.Name.CLASS_PATH,
                Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                        .map(path -> Path.of(path).toUri().toString())
                        .collect(Collectors.joining(" ")));
        new JarOutputStream(Files.newOutputStream(jar), manifest).close();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            17 | 1073741823   | node   |                                | -XX:+UseSerialGC
            17 | 1073741824   | node   |                                | -XX:+UseG1GC -XX:G1ConcRefinementThreads=0
            17 | 107374182400 | node   |                                | -XX:+UseG1GC -XX:G1ConcRefinementThreads=0
            20 | 1073741824   | node   |                                | -XX:+UseG1GC -XX:G1ConcRefinementThreads=0
            21 | 1073741823   | node   |                                | -XX:+UseSerialGC
            21 | 1073741824   | node   |                                | -XX:+UseZGC -XX:+ZGenerational
            22 | 4294967296   | node   |                                | -XX:+UseZGC -XX:+ZGenerational
            23 | 4294967296   | node   |                                | -XX:+UseZGC
            25 | 4294967296   | node   | -Dx=y                          | -XX:+UseZGC
            25 | 4294967296   | node   | -XX:+UseG1GC                   | -XX:+UseG1GC
            17 | 1073741824   | node   | -XX:+UseParallelGC             | -XX:+UseParallelGC
            17 | 1048576      | node   | -XX:+UseG1GC                   | -XX:+UseG1GC
            17 | 4294967296   | lab    |                                | -XX:+UseSerialGC
            25 | 4294967296   | status | -Dx=y                          | -XX:+UseSerialGC
            17 | 4294967296   | lab    | -XX:+UseG1GC                   | -XX:+UseG1GC
            """)
    void theCollectorFitsTheHeapUnlessTheUserSelectsOne(
            int version, long heap, String command, @Nullable String options, String collector) throws Exception {
        Path java = Files.createDirectories(folder.resolve("jdk/bin")).resolve("java");
        Files.writeString(java, FAKE_JAVA.replace("HEAP", "" + heap).replace("VERSION", "" + version));
        Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
        ProcessBuilder launcher = launcher(options == null ? "" : options, command);
        launcher.environment().put("JAVA_HOME", folder.resolve("jdk").toString());
        Program program = Program.start(folder, launcher);
        assertThat(program.awaitExit()).as(program.output()).isZero();
        List<String> started = List.of(program.output().strip().split(" ", -1));
        assertThat(started.stream().filter(option -> option.matches("-XX:.Use.*GC|.*ZGenerational|-XX:G1.*")))
                .containsExactly(collector.split(" ", -1));
        assertThat(started.contains("-XX:+ExitOnOutOfMemoryError")).isEqualTo(command.equals("node"));
        assertThat(started.subList(started.indexOf("-jar"), started.size()))
                .containsExactly("-jar", folder.toRealPath() + "/cli/target/divvy.jar", command);
    }

    /** What clients send cannot exhaust the heap, so this one is too small from the beginning. */
    @Test
    void aNodeWithoutHeapEndsInsteadOfStayingInItsGroup() throws Exception {
        ProcessBuilder launcher = launcher(
                "-Xmx10m -XX:TieredStopAtLevel=1",
                "node",
                "--listen",
                "127.0.0.1:" + Program.freePort(),
                "--mesh",
                "127.0.0.1:" + Program.freePort());
        try (Program node = Program.start(folder, launcher)) {
            assertThat(node.awaitExit()).as(node.output()).isEqualTo(3);
            assertThat(node.output()).contains("Terminating due to java.lang.OutOfMemoryError: Java heap space");
        }
    }

    private ProcessBuilder launcher(String options, String... arguments) {
        List<String> words =
                new ArrayList<>(List.of("sh", folder.resolve("divvy").toString()));
        words.addAll(List.of(arguments));
        ProcessBuilder launcher = new ProcessBuilder(words);
        launcher.environment().keySet().removeIf(name -> name.startsWith("DIVVY_"));
        launcher.environment().put("DIVVY_JAVA_OPTS", options);
        return launcher;
    }
}
