package dev.divvy.spring.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.divvy.testservers.process.Programs;
import dev.divvy.testservers.process.TestProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringBootVersion;

/**
 * The sample application is built as its user builds it: by Maven, from its own pom.xml and Divvy's published files. Maven has a local
 * repository of its own, which is removed afterwards; that of this machine is only read.
 */
@Tag("long")
class SampleBuildTest {

    private static final Path ROOT = Path.of(Objects.requireNonNull(System.getProperty("divvy.root")));
    private static final Pattern ARTIFACT =
            Pattern.compile("(?s)<artifactId>(divvy[a-z0-9-]*)</artifactId>(?:(?!<artifactId>|<parent>).)*<name>");
    private static final Pattern PARENT_VERSION = Pattern.compile("<version>[^<]*</version>(?=\\s*<relativePath/>)");
    private static final String VERSION = "0.1.0-SNAPSHOT";

    @TempDir
    private Path folder;

    @Test
    void mavenBuildsItFromItsOwnPom() throws Exception {
        Optional<Path> maven = Programs.onPath("mvn");
        assumeTrue(maven.isPresent(), "Maven: mvn is not on the PATH");
        Path published = Files.createDirectory(folder.resolve("published"));
        publish(ROOT, published);
        try (Stream<Path> modules = Files.list(ROOT)) {
            modules.filter(module -> Files.exists(module.resolve("pom.xml")))
                    .forEach(module -> publish(module, published));
        }
        Path shop = copyOfTheSample();
        TestProcess build = TestProcess.start(
                "mvn package",
                List.of(
                        maven.get().toString(),
                        "-B",
                        "-ntp",
                        "-q",
                        "-s",
                        settings(published).toString(),
                        "-Dmaven.repo.local=" + folder.resolve("local"),
                        "-f",
                        shop.resolve("pom.xml").toString(),
                        "package"),
                Map.of());
        try (build) {
            build.awaitEnd();
        }
        boolean offline = build.tail().contains("spring-boot-starter-parent")
                && build.tail().contains("Could not transfer")
                && !"required".equals(System.getProperty("servers"));
        assumeFalse(offline, "Spring Boot's parent is not on this machine, and cannot be fetched");
        assertThat(build.exitCode()).as(build.tail()).isZero();
        assertThat(shop.resolve("target/shop-1.jar")).isNotEmptyFile();
    }

    /** Copies the sample, with the version of Spring Boot that these tests have. */
    private Path copyOfTheSample() throws IOException {
        Path sample = ROOT.resolve("examples/spring-boot");
        Path shop = folder.resolve("shop");
        try (Stream<Path> files = Files.walk(sample.resolve("src"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                copy(file, shop.resolve(sample.relativize(file)));
            }
        }
        Matcher version = PARENT_VERSION.matcher(Files.readString(sample.resolve("pom.xml")));
        assertThat(version.find()).as("the sample has a parent").isTrue();
        Files.writeString(
                shop.resolve("pom.xml"),
                version.replaceFirst("<version>" + SpringBootVersion.getVersion() + "</version>"));
        return shop;
    }

    /** Copies a module's pom.xml and jar to where Maven looks for them in a repository. */
    private static void publish(Path module, Path repository) {
        Path pom = module.resolve("pom.xml");
        try {
            Matcher artifact = ARTIFACT.matcher(Files.readString(pom));
            if (!artifact.find()) {
                return;
            }
            String name = artifact.group(1);
            Path target = repository.resolve("dev/divvy").resolve(name).resolve(VERSION);
            copy(pom, target.resolve(name + "-" + VERSION + ".pom"));
            String jar = name + "-" + VERSION + ".jar";
            Path built = module.resolve("target").resolve(jar);
            if (Files.exists(built)) {
                copy(built, target.resolve(jar));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.createDirectories(to.getParent());
        Files.copy(from, to);
    }

    private Path settings(Path published) throws Exception {
        String repositories = repository("divvy", published) + repository("machine", repositoryOfThisMachine());
        return Files.writeString(folder.resolve("settings.xml"), """
                <settings>
                  <profiles><profile><id>test</id>
                    <repositories>%1$s</repositories>
                    <pluginRepositories>%2$s</pluginRepositories>
                  </profile></profiles>
                  <activeProfiles><activeProfile>test</activeProfile></activeProfiles>
                </settings>
                """.formatted(
                        repositories, repositories.replace("repository>", "pluginRepository>")));
    }

    private static String repository(String id, Path folder) {
        return "<repository><id>" + id + "</id><url>" + folder.toUri() + "</url></repository>";
    }

    /** Returns the repository from which these tests have their libraries. */
    private static Path repositoryOfThisMachine() throws URISyntaxException {
        Path jar = Path.of(SpringBootVersion.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        String path = jar.toString();
        return Path.of(path.substring(0, path.indexOf("/org/springframework/boot/")));
    }
}
