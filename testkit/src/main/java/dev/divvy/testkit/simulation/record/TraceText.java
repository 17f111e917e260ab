package dev.divvy.testkit.simulation.record;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Runs;
import dev.divvy.coordination.board.Admission;
import dev.divvy.coordination.board.BoardSnapshot;
import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.protocol.BoardRequest;
import dev.divvy.coordination.protocol.MemberEvent;
import java.util.List;
import java.util.Optional;

/** Formats protocol values for a trace: short enough for one line. */
final class TraceText {

    private TraceText() {}

    static String of(Object value) {
        if (value instanceof BoardRequest request) {
            return of(request);
        }
        if (value instanceof MemberEvent event) {
            return of(event);
        }
        if (value instanceof BoardSnapshot snapshot) {
            return "sees " + snapshot.version().map(Object::toString).orElse("nothing") + " of " + snapshot.origin()
                    + " and " + snapshot.cards().stream().map(TraceText::card).toList();
        }
        if (value instanceof Allocation allocation) {
            return of(allocation);
        }
        if (value instanceof Card card) {
            return card(card);
        }
        if (value instanceof Admission.Occupied occupied) {
            return "occupied by " + card(occupied.by());
        }
        if (value instanceof Optional<?> optional) {
            return optional.map(TraceText::of).orElse("none");
        }
        if (value instanceof List<?> list) {
            return list.stream().map(TraceText::of).toList().toString();
        }
        return String.valueOf(value);
    }

    private static String of(BoardRequest request) {
        String number = "#" + request.number() + " ";
        if (request instanceof BoardRequest.Look) {
            return number + "look";
        }
        if (request instanceof BoardRequest.Join join) {
            return number + "join " + card(join.card());
        }
        if (request instanceof BoardRequest.Pulse pulse) {
            return number + "pulse " + card(pulse.card());
        }
        if (request instanceof BoardRequest.Publish publish) {
            return number + "publish after "
                    + publish.publication().basis().map(Object::toString).orElse("nothing") + " "
                    + of(publish.publication().next());
        }
        BoardRequest.Remove remove = (BoardRequest.Remove) request;
        return number + "remove " + remove.incarnation() + " at beat " + remove.beat();
    }

    private static String of(MemberEvent event) {
        if (event instanceof MemberEvent.Gained gained) {
            return "Gained " + gained.pieces() + " of " + gained.basis().version();
        }
        if (event instanceof MemberEvent.Lost lost) {
            return "Lost " + lost.release().lost() + " of "
                    + lost.release().basis().version() + " (release "
                    + lost.release().number() + ")";
        }
        if (event instanceof MemberEvent.Released parted) {
            return "Released " + parted.release().number() + (parted.inTime() ? "" : ", grace time exceeded");
        }
        if (event instanceof MemberEvent.Dropped dropped) {
            return "Dropped " + dropped.pieces();
        }
        if (event instanceof MemberEvent.Adopted adopted) {
            return "Adopted " + adopted.allocation().version();
        }
        if (event instanceof MemberEvent.ExclusiveGranted alone) {
            return "Exclusive since " + alone.basis().version();
        }
        return event.toString();
    }

    private static String of(Allocation allocation) {
        StringBuilder text = new StringBuilder(allocation.version().toString());
        for (int member = 0; member < allocation.roster().size(); member++) {
            Incarnation incarnation = allocation.roster().get(member).incarnation();
            Runs runs = allocation.division().of(member);
            text.append(' ').append(incarnation).append('[').append(runs).append(']');
        }
        Runs moving = allocation.holders().tenures().inMotion();
        moving.forEach(piece -> text.append(' ')
                .append(piece)
                .append("<-")
                .append(allocation.tenureOf(piece).releasers().stream()
                        .map(releaser -> releaser.incarnation() + ":" + releaser.lostAt())
                        .toList()));
        return text.toString();
    }

    private static String card(Card card) {
        return card.incarnation() + " beat " + card.beat() + " ack " + card.acknowledged() + " "
                + card.state().name().charAt(0);
    }
}
