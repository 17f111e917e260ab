package dev.divvy.console.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Tokens;
import dev.divvy.console.Readiness;
import dev.divvy.console.StatusJson;
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
            assertThat(Readiness.of(member.status())).isEqualTo(Readiness.ready("holds 64 tokens"));
            assertThat(GroupView.living(member.status())).isEqualTo(1);
            // The board may still show the member's card from before it gained its tokens.
            Await.until("the group is calm", () -> GroupView.of(member.status()).calm());
            String json = StatusJson.line(GroupView.of(member.status()));
            assertThat(json)
                    .startsWith("{\"group\":\"orders\",\"divides\":\"tokens\",\"pieces\":64,\"epoch\":1,\"calm\":true,"
                            + "\"suspended\":false,\"drained\":[],\"pins\":[],\"problem\":null,"
                            + "\"self\":{\"name\":\"a\",\"held\":64,\"releasing\":0,\"leaseMillis\":")
                    .contains(
                            "\"members\":[{\"name\":\"a\",\"state\":\"running\",\"address\":\"\",\"zone\":null,\"weight\":1,"
                                    + "\"pieces\":64,\"beatMillis\":")
                    .endsWith("\"timeToLiveMillis\":"
                            + Timing.PEERS.timeToLive().toMillis() + ",\"silent\":false}],\"handovers\":[]}");
            assertThat(JSON.std.mapFrom(json)).hasSize(12);
        }
        assertThat(Readiness.of(left.status()).ready()).isFalse();
    }
}
