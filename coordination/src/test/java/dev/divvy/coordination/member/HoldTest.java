package dev.divvy.coordination.member;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.divvy.coordination.Hold;
import dev.divvy.coordination.Membership;
import dev.divvy.coordination.PieceLostException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HoldTest {

    private final GroupFixture fixture = GroupFixture.ofTwo("holds");

    @AfterEach
    void closeAll() {
        fixture.close();
    }

    @Test
    void workInFlightDelaysTheHandover() throws InterruptedException {
        fixture.timed(GroupFixture.LONG_GRACE);
        Membership a = fixture.join("a");
        Soon.running(a);
        Hold x = a.hold("x").orElseThrow();
        Hold y = a.hold("y").orElseThrow();
        Membership b = fixture.join("b");
        Soon.until("one must go", () -> x.stopping() || y.stopping());
        Hold going = x.stopping() ? x : y;
        assertThat(a.hold(going.piece())).as("nothing new begins").isEmpty();
        assertThat(b.holds(going.piece()) && !going.released())
                .as("handed over while its work was in flight")
                .isFalse();
        assertThatCode(going::check).doesNotThrowAnyException();
        going.close();
        Soon.running(b);
        assertThat(b.holds(going.piece())).isTrue();
        assertThat(going.released()).isTrue();
        x.close();
        y.close();
    }

    @Test
    void workInFlightDelaysTheHandoverAtMostTheGraceTime() throws InterruptedException {
        Membership a = fixture.join("a");
        Soon.running(a);
        Hold x = a.hold("x").orElseThrow();
        Hold y = a.hold("y").orElseThrow();
        Membership b = fixture.join("b");
        Soon.running(b);
        Hold gone = b.holds("x") ? x : y;
        Hold kept = gone == x ? y : x;
        assertThat(gone.released()).isTrue();
        assertThat(gone.valid()).isFalse();
        assertThatThrownBy(gone::check)
                .isInstanceOf(PieceLostException.class)
                .hasMessageContaining("piece " + gone.piece())
                .hasMessageContaining(gone.fence().toString())
                .hasMessageContaining("it was released");
        assertThat(kept.valid()).isTrue();
        assertThat(b.hold(gone.piece()).orElseThrow().fence().epoch())
                .isGreaterThan(gone.fence().epoch());
        gone.close();
        gone.close();
        kept.close();
    }

    @Test
    void closingOneOfTwoHoldsKeepsThePiece() throws Exception {
        fixture.timed(GroupFixture.LONG_GRACE);
        Membership a = fixture.join("a");
        Soon.running(a);
        Hold first = a.hold("x").orElseThrow();
        Hold second = a.hold("x").orElseThrow();
        first.close();
        first.close();
        assertThat(second.valid()).isTrue();
        Membership b = fixture.join("b");
        Soon.until(
                "b is seen",
                () -> a.status().members().size() == 2 && b.incarnation().isPresent());
        Soon.get(a.operator().pin("x", "b"));
        Soon.until("x must go", second::stopping);
        assertThat(second.released()).isFalse();
        second.close();
        Soon.until("x has gone", second::released);
    }

    @Test
    void aUnitThatDoesNotExistIsNotHeld() throws InterruptedException {
        Membership a = fixture.join("a");
        Soon.running(a);
        assertThat(a.holds("z")).isFalse();
        assertThat(a.hold("z")).isEmpty();
        assertThatThrownBy(() -> a.holdsHash(1)).isInstanceOf(IllegalStateException.class);
    }
}
