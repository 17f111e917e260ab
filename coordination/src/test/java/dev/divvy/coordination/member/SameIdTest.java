package dev.divvy.coordination.member;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.coordination.MemberSettings;
import dev.divvy.coordination.Membership;
import org.junit.jupiter.api.Test;

class SameIdTest {

    @Test
    void whoseIdIsTakenByALivingProcessSaysSoUntilItJoins() throws InterruptedException {
        try (Stage stage = Stage.ofTwo("twins")) {
            Membership first = stage.join("a");
            Soon.running(first);
            Membership second = stage.join(new MemberSettings("a"), new MoodyBoard(stage.board));
            String trouble =
                    Soon.got("it is explained", () -> second.status().self().trouble());
            assertThat(trouble)
                    .isEqualTo("the id a is taken by a living process ("
                            + first.life().orElseThrow()
                            + "); every process needs an id of its own, and this one waits until that one is gone");
            assertThat(first.status().self().trouble()).isEmpty();
            first.close();
            Soon.running(second);
            Soon.until("all is well", () -> second.status().self().trouble().isEmpty());
        }
    }
}
