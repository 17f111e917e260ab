package dev.divvy.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.divvy.allocation.Runs;
import dev.divvy.allocation.Tokens;
import dev.divvy.coordination.GroupMismatchException;
import dev.divvy.coordination.HeldPiece;
import dev.divvy.outbox.event.Event;
import dev.divvy.outbox.event.HandlingMode;
import java.time.Duration;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Processors with pieces of their own: static sharding. */
abstract class ShardingContract {

    private static final HandlingMode NOTHING = HandlingMode.each(event -> {});

    private OutboxFixture fixture;

    abstract Database database();

    @BeforeEach
    void open() throws Exception {
        fixture = new OutboxFixture(database());
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private Processor start(String id, String pieces) {
        return fixture.process(id, OutboxFixture.QUICK.withPieces(pieces), NOTHING);
    }

    private static Runs held(Processor processor) {
        return Runs.ofPieces(processor.membership().portion().holdings().stream()
                .map(HeldPiece::piece)
                .mapToInt(Integer::parseInt)
                .toArray());
    }

    private static void awaitHeld(Processor processor, String tokens) {
        OutboxFixture.until(
                processor.membership().id() + " holds " + tokens,
                () -> held(processor).toString().equals(tokens));
    }

    @Test
    void aTokenThatTwoProcessorsNameHasOneOwnerAndTheOverlapIsSaid() throws Exception {
        Processor a = start("a", "0-127");
        Processor b = start("b", "100-255");
        OutboxFixture.until("all tokens are held", () -> held(a).count() + held(b).count() == 256);
        assertThat(held(a).and(held(b))).isEqualTo(Runs.NONE);
        assertThat(Runs.parse("0-127").minus(held(a)).minus(Runs.parse("100-127")))
                .as("what only a names")
                .isEqualTo(Runs.NONE);
        assertThat(fixture.outbox().admin().warnings())
                .contains(
                        "the processors a (0-127) and b (100-255) were both given the tokens 100-127; each of these has"
                                + " one owner, but the sets should be equal or apart");
    }

    @Test
    void aTokenThatNobodyWasGivenHasNoOwnerUntilSomebodyTakesIt() throws Exception {
        start("a", "0-99");
        Processor b = start("b", "128-255");
        awaitHeld(b, "128-255");
        OutboxFixture.until(
                "the gap is said",
                () -> fixture.outbox().admin().warnings().stream()
                        .anyMatch(warning -> warning.startsWith("the tokens 100-127 belong to no processor")));
        assertThat(b.status().uncovered()).isEqualTo(Runs.of(100, 127));
        Processor any = fixture.process("any", OutboxFixture.QUICK, NOTHING);
        awaitHeld(any, "100-127");
        assertThat(fixture.outbox().admin().warnings()).noneMatch(warning -> warning.contains("belong to no"));
    }

    @Test
    void aJobRunsAloneAlsoBesideProcessorsOfOtherPieces() throws Exception {
        AtomicInteger handled = new AtomicInteger();
        HandlingMode counting = HandlingMode.each(event -> handled.incrementAndGet());
        Processor low = fixture.process("low", OutboxFixture.QUICK.withPieces("0-127"), counting);
        fixture.process("high", OutboxFixture.QUICK.withPieces("128-255"), counting);
        for (int i = 0; i < 20; i++) {
            fixture.send("Order", "before-" + i, "");
        }
        OutboxFixture.until("they work", () -> handled.get() == 20);
        assertThat(fixture.handledWhileAlone(low, handled)).isZero();
        OutboxFixture.until("the others are handled after it", () -> handled.get() == 40);
    }

    @Test
    void aRollingRestartWithTheSamePiecesHandlesEachEventOnceInOrder() throws Exception {
        Queue<Event> seen = new ConcurrentLinkedQueue<>();
        HandlingMode adding = HandlingMode.each(seen::add);
        Processor old = fixture.process("old", OutboxFixture.QUICK.withPieces("0-127"), adding);
        Processor other = fixture.process("other", OutboxFixture.QUICK.withPieces("128-255"), adding);
        awaitHeld(old, "0-127");
        awaitHeld(other, "128-255");
        for (int i = 0; i < 60; i++) {
            fixture.send("Order", Integer.toString(i % 10), Integer.toString(i));
            if (i == 20) {
                fixture.process("new", OutboxFixture.QUICK.withPieces("0-127"), adding);
            }
            if (i == 40) {
                old.close();
            }
        }
        fixture.untilDone();
        assertThat(held(other)).as("what the other one holds, as before").isEqualTo(Runs.of(128, 255));
        for (int entity = 0; entity < 10; entity++) {
            String id = Integer.toString(entity);
            assertThat(seen.stream()
                            .filter(event -> event.entityId().equals(id))
                            .map(event -> event.payload().text()))
                    .as("entity %s", id)
                    .containsExactly(Integer.toString(entity), "1" + id, "2" + id, "3" + id, "4" + id, "5" + id)
                    .isNotEmpty();
        }
    }

    @Test
    void processorsWithoutPiecesShareTheRest() throws Exception {
        Processor a = start("a", "0-199");
        Processor b = fixture.process("b", OutboxFixture.QUICK, NOTHING);
        Processor c = fixture.process("c", OutboxFixture.QUICK, NOTHING);
        awaitHeld(a, "0-199");
        OutboxFixture.until("they share", () -> held(b).count() == 28 && held(c).count() == 28);
        a.close();
        OutboxFixture.until("they take all", () -> held(b).count() == 128 && held(c).count() == 128);
    }

    @Test
    void manyRangesAreFineAndAnotherNumberOfTokensIsRefused() throws Exception {
        StringBuilder even = new StringBuilder("0");
        for (int token = 2; token < 256; token += 2) {
            even.append(',').append(token);
        }
        Processor a = start("a", even.toString());
        OutboxFixture.until("it holds them", () -> held(a).count() == 128);
        OutboxSettings fewer = fixture.outbox().settings().withTokens(64);
        try (Outbox outbox = new Outbox(database().source(), database().kind(), fewer);
                Processor b = outbox.process("b", OutboxFixture.QUICK.withPieces("0-3"), NOTHING)) {
            assertThatThrownBy(() -> b.membership().awaitRunning(Duration.ofMinutes(1)))
                    .isInstanceOf(GroupMismatchException.class)
                    .hasMessageContaining("64 tokens")
                    .hasMessageContaining("256 tokens");
        }
        assertThat(Arrays.asList("x", "5-4", "256"))
                .allSatisfy(wrong -> assertThatThrownBy(() -> ConfiguredTokens.parse(Tokens.sql(256), wrong))
                        .hasMessageContaining("is no range of the tokens 0 to 255"));
    }
}
