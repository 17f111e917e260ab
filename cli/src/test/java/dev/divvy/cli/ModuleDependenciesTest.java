package dev.divvy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class ModuleDependenciesTest {

    @Test
    void everyModuleUsesOnlyTheModulesInTheTable() throws IOException {
        List<Path> built;
        try (var folders = Files.list(Repository.root())) {
            built = folders.filter(folder -> Files.exists(folder.resolve("pom.xml")))
                    .map(folder -> folder.resolve("target/classes"))
                    .filter(Files::isDirectory)
                    .sorted()
                    .toList();
        }
        JavaClasses classes = new ClassFileImporter().importPaths(built);
        assertThat(classes.contain("dev.divvy.cli.Divvy")).isTrue();
        assertThat(classes.contain("dev.divvy.allocation.Allocation")).isTrue();
        assertThat(new ModuleDependencies("dev.divvy").violations(classes)).isEmpty();
    }

    @Test
    void aForbiddenUseIsFound() {
        List<String> violations = new ModuleDependencies("planted")
                .violations(new ClassFileImporter().importPackages("planted.allocation", "planted.coordination"));
        assertThat(violations)
                .isNotEmpty()
                .allSatisfy(violation -> assertThat(violation)
                        .startsWith("allocation may not use:")
                        .contains("planted.allocation.Innermost", "planted.coordination.Outer"));
    }

    @Test
    void aModuleThatIsNotInTheTableIsFound() {
        assertThat(new ModuleDependencies("planted")
                        .violations(new ClassFileImporter().importPackages("planted.attic")))
                .containsExactly("planted.attic.Unlisted is in the module attic, which is not in the table of modules");
    }
}
