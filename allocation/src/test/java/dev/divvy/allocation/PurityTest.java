package dev.divvy.allocation;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** This module is pure: no clock, randomness, thread, I/O or logging, and no collection with an unspecified iteration order. */
class PurityTest {

    private static final JavaClasses MODULE = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.divvy.allocation");

    /** The only dependencies that this module may have: values, text, ordered collections, checksums. */
    private static final ArchRule USES_ONLY_VALUES = classes()
            .should()
            .onlyDependOnClassesThat(resideInAPackage("dev.divvy.allocation..")
                    .or(resideInAPackage("org.jspecify.annotations"))
                    .or(resideInAPackage("java.lang.."))
                    .or(resideInAPackage("java.util"))
                    .or(resideInAPackage("java.util.function"))
                    .or(resideInAPackage("java.util.stream"))
                    .or(resideInAPackage("java.util.zip"))
                    .or(resideInAPackage("java.nio.charset"))
                    .or(named("java.nio.ByteOrder"))
                    .or(named("java.security.MessageDigest", "java.security.NoSuchAlgorithmException"))
                    .or(DescribedPredicate.describe("arrays of primitives", JavaClass::isPrimitive))
                    .or(DescribedPredicate.describe(
                            "arrays",
                            type -> type.isArray()
                                    && type.getBaseComponentType().isPrimitive())));

    private static final ArchRule NO_CLOCK_NO_CHANCE_NO_THREAD = noClasses()
            .should()
            .dependOnClassesThat(named(
                    "java.lang.Thread",
                    "java.lang.ThreadLocal",
                    "java.lang.Process",
                    "java.lang.ProcessBuilder",
                    "java.lang.Runtime",
                    "java.util.Random",
                    "java.util.SplittableRandom",
                    "java.util.UUID",
                    "java.util.Date",
                    "java.util.Calendar",
                    "java.util.Timer",
                    "java.util.Scanner"))
            .orShould()
            .accessTargetWhere(
                    accesses("java.lang.System", Set.of("nanoTime", "currentTimeMillis", "getenv", "out", "err")))
            .orShould()
            .accessTargetWhere(accesses("java.lang.Math", Set.of("random")))
            .orShould()
            .accessTargetWhere(accesses("java.lang.System", Set.of("identityHashCode", "getProperty")))
            .orShould()
            .accessTargetWhere(accesses("java.lang.Math", Set.of("log", "exp", "pow", "sin", "cos", "cbrt")))
            .orShould()
            .accessTargetWhere(
                    accesses("java.util.Arrays", Set.of("parallelSort", "parallelSetAll", "parallelPrefix")));

    private static final ArchRule NO_UNORDERED_ITERATION = noClasses()
            .should()
            .dependOnClassesThat(named(
                    "java.util.HashMap",
                    "java.util.HashSet",
                    "java.util.IdentityHashMap",
                    "java.util.WeakHashMap",
                    "java.util.Hashtable"))
            .orShould()
            .accessTargetWhere(accesses("java.util.Set", Set.of("of", "copyOf")))
            .orShould()
            .accessTargetWhere(accesses("java.util.Map", Set.of("of", "copyOf", "ofEntries")))
            .orShould()
            .accessTargetWhere(accesses(
                    "java.util.stream.Collectors", Set.of("toSet", "toMap", "groupingBy", "toUnmodifiableSet")))
            .orShould()
            .accessTargetWhere(accesses("java.util.stream.Stream", Set.of("parallel", "unordered")))
            .orShould()
            .accessTargetWhere(accesses("java.util.stream.IntStream", Set.of("parallel", "unordered")))
            .orShould()
            .accessTargetWhere(accesses("java.util.stream.LongStream", Set.of("parallel", "unordered")))
            .orShould()
            .accessTargetWhere(accesses("java.util.Collection", Set.of("parallelStream")))
            .orShould()
            .accessTargetWhere(accesses("java.util.List", Set.of("parallelStream")))
            .orShould()
            .accessTargetWhere(accesses("java.util.Collections", Set.of("shuffle")));

    @Test
    void usesOnlyValues() {
        USES_ONLY_VALUES.check(MODULE);
    }

    @Test
    void hasNoClockNoChanceNoThread() {
        NO_CLOCK_NO_CHANCE_NO_THREAD.check(MODULE);
    }

    @Test
    void iteratesNothingUnordered() {
        NO_UNORDERED_ITERATION.check(MODULE);
    }

    @Test
    void packagesDependOnEachOtherWithoutACircle() {
        SlicesRuleDefinition.slices()
                .matching("dev.divvy.allocation.(*)..")
                .should()
                .beFreeOfCycles()
                .check(MODULE);
    }

    @Test
    void theRulesCatchWhatTheyForbid() {
        JavaClasses wrong = new ClassFileImporter().importClasses(Wrong.class);
        assertThat(NO_CLOCK_NO_CHANCE_NO_THREAD
                        .evaluate(wrong)
                        .getFailureReport()
                        .getDetails())
                .anyMatch(detail -> detail.contains("nanoTime"))
                .anyMatch(detail -> detail.contains("java.util.Random"))
                .anyMatch(detail -> detail.contains("java.lang.Thread"));
        assertThat(NO_UNORDERED_ITERATION.evaluate(wrong).getFailureReport().getDetails())
                .anyMatch(detail -> detail.contains("java.util.HashMap"))
                .anyMatch(detail -> detail.contains("java.util.Set.of"));
        assertThat(USES_ONLY_VALUES.evaluate(wrong).getFailureReport().getDetails())
                .anyMatch(detail -> detail.contains("java.io.File"));
    }

    private static DescribedPredicate<JavaClass> named(String... names) {
        Set<String> all = Set.of(names);
        return DescribedPredicate.describe("one of " + all, type -> all.contains(type.getName()));
    }

    private static DescribedPredicate<JavaAccess<?>> accesses(String owner, Set<String> members) {
        return DescribedPredicate.describe(
                owner + "." + members,
                access -> access.getTargetOwner().getName().equals(owner) && members.contains(access.getName()));
    }

    /** Everything that is forbidden, in one class. */
    static final class Wrong {
        final Map<String, Long> map = new HashMap<>();
        final Set<String> set = Set.of("a", "b");
        final java.util.Random random = new java.util.Random();
        final java.io.File file = new java.io.File("x");

        long now() {
            Thread.onSpinWait();
            return System.nanoTime() + map.size() + set.size() + random.nextInt() + file.length();
        }
    }
}
