package dev.divvy.boardpeers.replication;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Incarnation;
import dev.divvy.coordination.board.Card;
import java.util.Optional;

/** What is different on one board after a request was carried out. */
public sealed interface BoardChange {

    /** A card came or was renewed: this is how it hangs there now. */
    record Posted(Card card, String home) implements BoardChange {}

    /** A card was taken off. */
    record Off(Incarnation life) implements BoardChange {}

    record Hung(Allocation allocation) implements BoardChange {}

    /** The page after it. */
    default GroupBoard on(GroupBoard page) {
        if (this instanceof Posted posted) {
            return page.with(posted.card(), posted.home());
        }
        if (this instanceof Off off) {
            return page.record().cardOf(off.life()).map(page::without).orElse(page);
        }
        return page.with(page.record().with(((Hung) this).allocation()));
    }

    /** Whether others wait for it: all but a mere beat. */
    default boolean isNews(GroupBoard before) {
        Optional<Card> there = this instanceof Posted posted
                ? before.record().cardOf(posted.card().life())
                : Optional.empty();
        return there.filter(card -> card.saysTheSameAs(((Posted) this).card())).isEmpty();
    }
}
