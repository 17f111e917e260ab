package dev.divvy.allocation.plan;

import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Releaser;

/** What the board shows of those who lost pieces: who is still there, and up to which epoch each has let go. */
public interface Witness {

    /** Nobody is there to wait for: first allocations, plans and trials. */
    Witness NOBODY = new Witness() {
        @Override
        public boolean present(Incarnation life) {
            return false;
        }

        @Override
        public long acknowledged(Incarnation life) {
            return 0;
        }
    };

    /** Whether the card of this very incarnation is on the board. */
    boolean present(Incarnation life);

    /** The epoch that it acknowledged last; 0 when none. */
    long acknowledged(Incarnation life);

    default boolean satisfies(Releaser releaser) {
        return !present(releaser.life()) || acknowledged(releaser.life()) >= releaser.lostAt();
    }
}
