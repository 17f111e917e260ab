package dev.divvy.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Tokens;
import dev.divvy.coordination.Group;
import dev.divvy.coordination.Membership;
import dev.divvy.coordination.Timing;
import dev.divvy.coordination.memory.MemoryBoard;
import dev.divvy.testservers.Await;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import tools.jackson.jr.ob.JSON;

class GroupViewTest {

    @Test
    void aMemberIsReadyOnceItHasJoinedAndItsGroupIsShownWithAllFields() throws Exception {
        MemoryBoard board = new MemoryBoard();
        Group group = Group.of("orders", Tokens.wide(64)).with(Timing.PEERS);
        Membership left = group.join(board, "a");
        try (Membership member = left) {
            assertThat(member.awaitRunning(Duration.ofSeconds(60))).isTrue();
            assertThat(GroupView.readiness(member.status())).isEqualTo(Readiness.ready("holds 64 tokens"));
            assertThat(GroupView.living(member.status())).isEqualTo(1);
            // The board may still show the member's card from before it gained its tokens.
            Await.until("the group is calm", () -> GroupView.of(member.status()).calm());
            String json = StatusJson.line(GroupView.of(member.status()));
            assertThat(json).startsWith("{\"group\":\"orders\",\"epoch\":1,\"calm\":true,\"held\":64,\"leaseMillis\":");
            assertThat(json)
                    .endsWith(",\"problem\":null,\"members\":[{\"name\":\"a\",\"state\":\"running\",\"address\":\"\","
                            + "\"tokens\":64}],\"handovers\":[]}");
            assertThat(JSON.std.mapFrom(json)).hasSize(8);
        }
        assertThat(GroupView.readiness(left.status()).ready()).isFalse();
    }
}
