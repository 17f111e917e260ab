package dev.divvy.allocation.plan;

import dev.divvy.allocation.Directives;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Pieces;
import dev.divvy.allocation.Roster;
import java.util.Optional;

/** Something that may happen to a group or be asked of it: to be planned ahead, or to be done. */
public sealed interface Change {

    default Pieces applyTo(Pieces pieces) {
        return pieces;
    }

    default Roster applyTo(Roster roster) {
        return roster;
    }

    default Directives applyTo(Directives directives) {
        return directives;
    }

    /**
     * Refuses a change that makes no sense now.
     *
     * @throws IllegalArgumentException when these terms do not allow it
     */
    default void check(PlanInputs now) {}

    /** A member comes. */
    record Join(Member member) implements Change {
        @Override
        public Roster applyTo(Roster roster) {
            return roster.with(member);
        }

        @Override
        public void check(PlanInputs now) {
            if (now.roster().find(member.id()).isPresent()) {
                throw new IllegalArgumentException("member " + member.id() + " is in the roster already");
            }
        }
    }

    /** A member goes, planned or not. */
    record Leave(String member) implements Change {
        @Override
        public Roster applyTo(Roster roster) {
            return roster.without(member);
        }

        @Override
        public void check(PlanInputs now) {
            present(now.roster(), member);
        }
    }

    /** A member gives everything away and stays. */
    static Change drain(String member) {
        return new Weigh(member, 0);
    }

    /** A member's share becomes larger or smaller; weight 0 drains it. */
    record Weigh(String member, int weight) implements Change {
        @Override
        public Directives applyTo(Directives directives) {
            return directives.weigh(member, weight);
        }

        @Override
        public void check(PlanInputs now) {
            present(now.roster(), member);
        }
    }

    /** A member that was drained takes its share again. */
    static Change undrain(String member) {
        return new Unweigh(member);
    }

    /** A member's own weight counts again. The member may be away. */
    record Unweigh(String member) implements Change {
        @Override
        public Directives applyTo(Directives directives) {
            return directives.unweigh(member);
        }
    }

    /** A piece shall belong to a member. */
    record Pin(String piece, String member) implements Change {
        @Override
        public Directives applyTo(Directives directives) {
            return directives.pin(piece, member);
        }

        @Override
        public void check(PlanInputs now) {
            if (now.pieces().indexOf(piece) < 0) {
                throw new IllegalArgumentException("there is no piece " + piece + " among " + now.pieces());
            }
            present(now.roster(), member);
        }
    }

    /** A piece is divided like the others again. */
    record Unpin(String piece) implements Change {
        @Override
        public Directives applyTo(Directives directives) {
            return directives.unpin(piece);
        }
    }

    /** Operators let nobody own anything. */
    record Suspend() implements Change {
        @Override
        public Directives applyTo(Directives directives) {
            return directives.suspend(true);
        }
    }

    /** Operators let the group divide its pieces again. An exclusive job goes on. */
    record Resume() implements Change {
        @Override
        public Directives applyTo(Directives directives) {
            return directives.suspend(false);
        }
    }

    /** A member wants to run a job while nobody owns anything. There is one such job at a time. */
    record Exclusive(Incarnation life) implements Change {
        @Override
        public Directives applyTo(Directives directives) {
            return directives.exclusive(life);
        }

        @Override
        public void check(PlanInputs now) {
            now.directives().exclusive().filter(other -> !other.equals(life)).ifPresent(other -> {
                throw new IllegalArgumentException(
                        "an exclusive job of " + life + " cannot begin before that of " + other + " ends");
            });
        }
    }

    /** The exclusive job of a life ends; nothing changes when it has none. */
    record Share(Incarnation life) implements Change {
        @Override
        public Directives applyTo(Directives directives) {
            return directives.exclusive().equals(Optional.of(life)) ? directives.shared() : directives;
        }
    }

    /** The group divides other pieces from now on: units come and go, tokens are split. */
    record Divide(Pieces pieces) implements Change {
        @Override
        public Pieces applyTo(Pieces before) {
            return pieces;
        }

        @Override
        public void check(PlanInputs now) {
            pieces.placesOf(now.pieces());
        }
    }

    private static void present(Roster roster, String member) {
        if (roster.find(member).isEmpty()) {
            throw new IllegalArgumentException("member " + member + " is not in the roster; it has "
                    + roster.members().stream().limit(10).map(Member::id).toList()
                    + (roster.size() > 10 ? " and " + (roster.size() - 10) + " more" : ""));
        }
    }
}
