package dev.divvy.coordination.member;

import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.protocol.MemberEvent;
import java.util.Optional;

/** The reasons for which a member cannot take part: it does not fit its group, or another process uses its id. */
final class JoinObstacles {

    private final String member;
    private final String group;

    /** Set once, by the pulse thread. */
    private volatile Optional<String> refusal = Optional.empty();

    /** Written and read by the pulse thread only. */
    private Optional<String> idTaken = Optional.empty();

    JoinObstacles(String member, String group) {
        this.member = member;
        this.group = group;
    }

    void event(MemberEvent event) {
        if (event instanceof MemberEvent.Refused refused) {
            refusal = Optional.of("member " + member + " does not fit the group " + group + ": " + refused.reason());
        } else if (event instanceof MemberEvent.IdTaken taken) {
            idTaken = Optional.of(message(taken.by()));
        } else if (event instanceof MemberEvent.Joined) {
            idTaken = Optional.empty();
        }
    }

    private static String message(Card by) {
        return "the id " + by.incarnation().member() + " is used by another running process (" + by.incarnation()
                + (by.address().isEmpty() ? "" : ", at " + by.address())
                + "); every process needs its own id, and this one waits until the other is gone";
    }

    /** Returns why the member does not fit its group, for any thread. */
    Optional<String> refusal() {
        return refusal;
    }

    /** Returns why the member cannot take part now; for the pulse thread. */
    Optional<String> problem() {
        return refusal.or(() -> idTaken);
    }
}
