package dev.divvy.cli.up.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Version;
import dev.divvy.cli.up.cache.EntryAudit.Use;
import dev.divvy.cli.up.demo.Findings;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two nodes, of which the first has the key; then epochs in which nodes come, go and crash. */
class EntryAuditTest {

    private static final Incarnation N1 = new Incarnation("n1", 1);
    private static final Incarnation N2 = new Incarnation("n2", 1);

    private final EntryAudit audit = new EntryAudit();

    private static long seconds(long count) {
        return TimeUnit.SECONDS.toNanos(count);
    }

    private static CacheLook look(long epoch, Incarnation owner, Set<Incarnation> present, String... leaving) {
        return new CacheLook(Optional.of(new Version("x", epoch)), present, Set.of(leaving), key -> Set.of(owner));
    }

    @BeforeEach
    void aValueIsWritten() {
        audit.look(look(1, N1, Set.of(N1, N2)), 0);
        assertThat(audit.use("k", 0)).isEqualTo(Use.WRITE);
        audit.written("k", 5);
        assertThat(audit.use("k", 0)).isEqualTo(Use.WRITE_OR_READ);
    }

    /** Reads no value, and looks at the group when that is judged. */
    private Findings missing(CacheLook look) {
        audit.read("k", OptionalLong.empty(), seconds(1));
        audit.look(look, seconds(2));
        assertThat(audit.findings()).as("not judged yet").isEqualTo(new Findings(1, 0, 0, 0, 0, 0));
        assertThat(audit.use("k", seconds(2))).isEqualTo(Use.NOTHING);
        audit.look(look, seconds(4));
        assertThat(audit.use("k", seconds(4))).isEqualTo(Use.WRITE);
        return audit.findings();
    }

    @Test
    void theLastValueAndALaterOneAreRight() {
        audit.read("k", OptionalLong.of(5), 1);
        audit.written("k", 6);
        audit.read("k", OptionalLong.of(6), 2);
        audit.look(look(1, N1, Set.of(N1, N2)), seconds(9));
        assertThat(audit.findings()).isEqualTo(new Findings(2, 0, 0, 0, 0, 0));
    }

    @Test
    void anOlderValueIsOutOfOrder() {
        audit.read("k", OptionalLong.of(4), 1);
        assertThat(audit.findings().outOfOrder()).isEqualTo(1);
    }

    @Test
    void anEntryThatIsGoneWithoutAReasonIsLost() {
        assertThat(missing(look(1, N1, Set.of(N1, N2))).lost()).isEqualTo(1);
    }

    @Test
    void anEntryThatIsGoneWithItsNodeHasCrashed() {
        Findings findings = missing(look(2, N2, Set.of(N2)));
        assertThat(findings.crashed()).isEqualTo(1);
        assertThat(findings.lost()).isZero();
    }

    @Test
    void aNodeThatCameBackAfterItsEjectionHasCrashed() {
        assertThat(missing(look(2, N2, Set.of(new Incarnation("n1", 2), N2))).crashed())
                .isEqualTo(1);
    }

    @Test
    void aCrashOfANodeThatDidNotHoldTheEntryIsNoReason() {
        assertThat(missing(look(2, N1, Set.of(N1))).lost()).isEqualTo(1);
    }

    @Test
    void aPlannedLeaveIsNoReason() {
        assertThat(missing(look(2, N2, Set.of(N2), "n1")).lost()).isEqualTo(1);
    }

    @Test
    void aCrashOfALaterOwnerIsAReason() {
        audit.look(look(2, N2, Set.of(N1, N2)), 1);
        assertThat(missing(look(3, N1, Set.of(N1))).crashed()).isEqualTo(1);
    }

    @Test
    void aCrashBeforeTheWriteIsNoReason() {
        audit.look(look(2, N2, Set.of(N2)), 1);
        audit.written("k", 6);
        assertThat(missing(look(2, N2, Set.of(N2))).lost()).isEqualTo(1);
    }

    @Test
    void anyNodeMayHaveHeldAnEntryInAnEpochThatWasNotSeen() {
        assertThat(missing(look(3, N1, Set.of(N1))).crashed()).isEqualTo(1);
    }

    @Test
    void anOlderViewOfTheGroupIsIgnored() {
        audit.look(look(3, N1, Set.of(N1, N2)), 1);
        audit.look(look(2, N2, Set.of(N2)), 2);
        assertThat(missing(look(3, N1, Set.of(N1, N2))).lost()).isEqualTo(1);
    }

    @Test
    void afterAWriteWithoutAcknowledgementTheKeyRestsAndBeginsAnew() {
        audit.unclear("k", seconds(1));
        assertThat(audit.use("k", seconds(20))).isEqualTo(Use.NOTHING);
        assertThat(audit.use("k", seconds(21))).isEqualTo(Use.WRITE);
    }
}
