package dev.divvy.coordination.protocol;

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
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The step is pure: no clock, randomness, thread, I/O or logging, and no iteration in an undefined order. */
class PurityTest {

    private static final JavaClasses STEP = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.divvy.coordination.protocol");

    /** Values, text, ordered collections; of the board only the parameters and results of its methods. */
    private static final ArchRule USES_ONLY_VALUES = classes()
            .should()
            .onlyDependOnClassesThat(resideInAPackage("dev.divvy.allocation..")
                    .or(resideInAPackage("dev.divvy.coordination.protocol.."))
                    .or(resideInAPackage("dev.divvy.coordination.board").and(isNoPort()))
                    .or(named(
                            "dev.divvy.coordination.Fence",
                            "dev.divvy.coordination.MemberSettings",
                            "dev.divvy.coordination.Timing"))
                    .or(resideInAPackage("org.jspecify.annotations"))
                    .or(resideInAPackage("java.lang.."))
                    .or(resideInAPackage("java.util"))
                    .or(resideInAPackage("java.util.function"))
                    .or(resideInAPackage("java.util.stream"))
                    .or(resideInAPackage("java.nio.charset"))
                    .or(named("java.time.Duration"))
                    .or(DescribedPredicate.describe("primitives", JavaClass::isPrimitive))
                    .or(DescribedPredicate.describe(
                            "arrays",
                            type -> type.isArray()
                                    && (type.getBaseComponentType().isPrimitive()
                                            || type.getName().contains("dev.divvy")))));

    private static final ArchRule NO_CLOCK_NO_RANDOMNESS_NO_THREAD = noClasses()
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
            .accessTargetWhere(accesses(
                    "java.lang.System",
                    Set.of("nanoTime", "currentTimeMillis", "getenv", "getProperty", "identityHashCode", "out", "err")))
            .orShould()
            .accessTargetWhere(accesses("java.lang.Math", Set.of("random")));

    private static final ArchRule NO_UNORDERED_ITERATION = noClasses()
            .should()
            .dependOnClassesThat(named(
                    "java.util.HashMap", "java.util.HashSet", "java.util.IdentityHashMap", "java.util.WeakHashMap"))
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
            .accessTargetWhere(accesses("java.util.Collection", Set.of("parallelStream")))
            .orShould()
            .accessTargetWhere(accesses("java.util.Collections", Set.of("shuffle")));

    @Test
    void usesOnlyValues() {
        USES_ONLY_VALUES.check(STEP);
    }

    @Test
    void hasNoClockNoRandomnessNoThread() {
        NO_CLOCK_NO_RANDOMNESS_NO_THREAD.check(STEP);
    }

    @Test
    void iteratesNothingUnordered() {
        NO_UNORDERED_ITERATION.check(STEP);
    }

    @Test
    void theRulesCatchWhatTheyForbid() {
        JavaClasses wrong = new ClassFileImporter().importClasses(Wrong.class);
        assertThat(details(NO_CLOCK_NO_RANDOMNESS_NO_THREAD, wrong))
                .contains("nanoTime", "java.util.Random", "java.lang.Thread");
        assertThat(details(NO_UNORDERED_ITERATION, wrong)).contains("java.util.HashMap", "java.util.Set.of");
        assertThat(details(USES_ONLY_VALUES, wrong))
                .contains("java.io.File", "java.time.Instant", "dev.divvy.coordination.board.Board");
    }

    private static String details(ArchRule rule, JavaClasses wrong) {
        return String.join("\n", rule.evaluate(wrong).getFailureReport().getDetails());
    }

    private static DescribedPredicate<JavaClass> isNoPort() {
        Set<String> ports = Set.of("Board", "PushingBoard", "Boards", "BoardUnavailableException");
        return DescribedPredicate.describe("is no port", type -> !ports.contains(type.getSimpleName()));
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

    /** A class that does everything forbidden. */
    static final class Wrong {
        final Map<String, Long> map = new HashMap<>();
        final Set<String> set = Set.of("a", "b");
        final java.util.Random random = new java.util.Random();
        final java.io.File file = new java.io.File("x");
        final java.time.Instant moment = java.time.Instant.EPOCH;

        long now(dev.divvy.coordination.board.Board board) {
            Thread.onSpinWait();
            return System.nanoTime() + map.size() + set.size() + random.nextInt() + file.length() + board.hashCode();
        }
    }
}
