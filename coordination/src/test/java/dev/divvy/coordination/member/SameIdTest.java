package dev.divvy.coordination.member;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.coordination.MemberSettings;
import dev.divvy.coordination.Membership;
import org.junit.jupiter.api.Test;

class SameIdTest {

    @Test
    void aMemberWhoseIdIsTakenByALiveProcessReportsItUntilItJoins() throws InterruptedException {
        try (GroupFixture fixture = GroupFixture.ofTwo("twins")) {
            Membership first = fixture.join("a");
            Soon.running(first);
            Membership second = fixture.join(new MemberSettings("a"), new FaultyBoard(fixture.board));
            String problem =
                    Soon.got("it is explained", () -> second.status().self().problem());
            assertThat(problem)
                    .isEqualTo("the id a is used by another running process ("
                            + first.incarnation().orElseThrow()
                            + "); every process needs its own id, and this one waits until the other is gone");
            assertThat(first.status().self().problem()).isEmpty();
            first.close();
            Soon.running(second);
            Soon.until("all is well", () -> second.status().self().problem().isEmpty());
        }
    }
}
