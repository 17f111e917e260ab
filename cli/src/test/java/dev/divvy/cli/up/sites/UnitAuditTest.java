package dev.divvy.cli.up.sites;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.cli.up.demo.Findings;
import dev.divvy.coordination.Fence;
import dev.divvy.distributor.Unit;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class UnitAuditTest {

    private final UnitAudit audit = new UnitAudit();

    private static long seconds(long count) {
        return TimeUnit.SECONDS.toNanos(count);
    }

    private void expect(Map<String, String> owners, long firstSecond, long lastSecond) {
        for (long second = firstSecond; second <= lastSecond; second++) {
            audit.expect(owners, seconds(second));
        }
    }

    @Test
    void workUnderAnOlderFenceIsRefusedAndCountedForItsService() {
        assertThat(audit.work("a", "news", 5, 0)).isTrue();
        assertThat(audit.work("b", "news", 6, 1)).isTrue();
        assertThat(audit.work("a", "news", 5, 2)).isFalse();
        assertThat(audit.work("a", "art", 5, 3)).isTrue();
        assertThat(audit.refused()).containsExactly(Map.entry("a", 1L));
        assertThat(audit.findings()).isEqualTo(new Findings(4, 0, 0, 1, 0, 0));
    }

    @Test
    void twoServicesUnderTheSameFenceAreOutOfOrder() {
        audit.work("a", "news", 5, 0);
        audit.work("b", "news", 5, 1);
        assertThat(audit.findings().outOfOrder()).isEqualTo(1);
    }

    @Test
    void aUnitThatItsOwnerDoesNotWorkOnIsLostAfterFifteenSeconds() {
        audit.work("b", "news", 5, seconds(1));
        expect(Map.of("news", "a"), 1, 16);
        assertThat(audit.findings().lost()).isZero();
        expect(Map.of("news", "a"), 17, 18);
        assertThat(audit.findings().lost()).isEqualTo(1);
    }

    @Test
    void aUnitThatIsWorkedOnOrWhoseOwnerIsDownIsNotLost() {
        for (long second = 1; second < 60; second++) {
            audit.work("a", "news", 5, seconds(second));
            audit.expect(Map.of("news", "a"), seconds(second));
        }
        expect(Map.of(), 60, 90);
        expect(Map.of("news", "a"), 91, 105);
        assertThat(audit.findings().lost()).isZero();
    }

    @Test
    void aPauseOfTheCheckerItselfProvesNothing() {
        expect(Map.of("news", "a"), 1, 10);
        audit.expect(Map.of("news", "a"), seconds(40));
        expect(Map.of("news", "a"), 41, 54);
        assertThat(audit.findings().lost()).isZero();
    }

    @Test
    void theLineOfAParserIsReadAndOthersAreIgnored() {
        SiteWork work = new SiteWork("a", audit);
        work.read(SiteWork.line(new Unit("news.example", new Fence("x", 7))));
        work.read("something else");
        assertThat(audit.work("b", "news.example", 6, 0)).isFalse();
        assertThat(audit.findings().checks()).isEqualTo(2);
    }
}
