package dev.divvy.cli.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.divvy.allocation.Roster;
import dev.divvy.cli.cache.NodeReply;
import dev.divvy.coordination.status.MemberState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodeSnapshotTest {

    private static final String GROUP = "group,g,calm,0,problem,no board,allocation,";
    private static final String MEMBER =
            "id,n1,incarnation,7,state,WAITING,acknowledged,0,weight,2,zone,z1,address,h:1,ttl,2000,new,x";

    private static NodeReply list(List<NodeReply> parts) {
        return new NodeReply(NodeReply.Kind.LIST, "", parts);
    }

    private static NodeReply record(String fields) {
        return list(Arrays.stream(fields.split(",", -1))
                .map(word -> new NodeReply(NodeReply.Kind.TEXT, word, List.of()))
                .toList());
    }

    @Test
    void aSnapshotWithUnknownFieldsIsRead() {
        GroupLook look = NodeSnapshot.decode(list(List.of(record(GROUP), record(MEMBER))));
        assertThat(look.calm()).contains(false);
        assertThat(look.status().group()).isEqualTo("g");
        assertThat(look.status().self().problem()).contains("no board");
        assertThat(look.status().allocation()).isEmpty();
        assertThat(look.cards())
                .singleElement()
                .satisfies(card -> assertThat(card.timeToLive()).isEqualTo(Duration.ofSeconds(2)));
        assertThat(look.status().members()).singleElement().satisfies(member -> {
            assertThat(member.id()).isEqualTo("n1");
            assertThat(member.state()).isEqualTo(MemberState.WAITING);
            assertThat(member.weight()).isEqualTo(2);
            assertThat(member.zone()).isEqualTo(Optional.of("z1"));
            assertThat(member.address()).isEqualTo("h:1");
        });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            WAITING     | GONE                  | GONE
            7           | -7                    | 'incarnation' is no number
            7           | 99999999999999999999  | 'incarnation' is no number
            7           | 9999999999999999999   | 9999999999999999999
            weight,2    | weight,9999999999     | weight 2147483647 of member n1
            ttl,2000    | ttl,0                 | time-to-live is 0
            ttl,2000    | ttl,9000000000        | time-to-live
            ttl         | other                 | a record without 'ttl'
            id,n1       | id,                   | member id
            group,g     | group,                | name of a group
            calm        | other                 | a record without 'calm'
            allocation, | allocation,!          | base64
            allocation, | allocation,aGVsbG8=   | (at byte
            """)
    void whatIsNoSnapshotIsRefused(String good, String bad, String complaint) {
        NodeReply reply = list(List.of(record(GROUP.replace(good, bad)), record(MEMBER.replace(good, bad))));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> NodeSnapshot.decode(reply))
                .withMessageContaining(complaint);
    }

    @Test
    void anotherReplyOrTooManyMembersAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> NodeSnapshot.decode(new NodeReply(NodeReply.Kind.TEXT, "OK", List.of())))
                .withMessage("0 records");
        List<NodeReply> many = new ArrayList<>(List.of(record(GROUP)));
        many.addAll(Collections.nCopies(Roster.MOST + 1, record(MEMBER)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> NodeSnapshot.decode(list(many)))
                .withMessage("10002 records");
    }
}
