package dev.divvy.allocation.plan;

import dev.divvy.allocation.Directives;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Pieces;
import dev.divvy.allocation.Roster;
import java.util.Optional;
import java.util.stream.Collectors;

/** A change of a group: an event or a request, to be planned or carried out. */
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
     * Rejects a change that makes no sense now.
     *
     * @throws IllegalArgumentException when these inputs do not allow it
     */
    default void check(PlanInputs now) {}

    /** A member joins. */
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

    /** A member leaves, planned or not. */
    record Leave(String member) implements Change {
        @Override
        public Roster applyTo(Roster roster) {
            return roster.without(member);
        }

        @Override
        public void check(PlanInputs now) {
            requirePresent(now.roster(), member);
        }
    }

    /** Drains a member: it gives all its pieces away and stays. */
    static Change drain(String member) {
        return new Weigh(member, 0);
    }

    /** Sets a member's weight, which overrides its own; weight 0 drains it. */
    record Weigh(String member, int weight) implements Change {
        @Override
        public Directives applyTo(Directives directives) {
            return directives.weigh(member, weight);
        }

        @Override
        public void check(PlanInputs now) {
            requirePresent(now.roster(), member);
        }
    }

    /** Ends the drain of a member: it takes its share again. */
    static Change undrain(String member) {
        return new Unweigh(member);
    }

    /** Removes the operators' weight: the member's own counts again. The member may be away. */
    record Unweigh(String member) implements Change {
        @Override
        public Directives applyTo(Directives directives) {
            return directives.unweigh(member);
        }
    }

    /** Pins a piece to a member. */
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
            requirePresent(now.roster(), member);
            now.roster().find(member).flatMap(Member::restriction).ifPresent(only -> {
                if (!only.contains(now.pieces().indexOf(piece))) {
                    throw new IllegalArgumentException("member " + member + " is restricted to the pieces " + only
                            + "; piece " + piece + " cannot be pinned to it");
                }
            });
        }
    }

    /** Removes a pin: the piece is divided like the others again. */
    record Unpin(String piece) implements Change {
        @Override
        public Directives applyTo(Directives directives) {
            return directives.unpin(piece);
        }
    }

    /** Operators suspend the group: no piece has an owner. */
    record Suspend() implements Change {
        @Override
        public Directives applyTo(Directives directives) {
            return directives.suspend(true);
        }
    }

    /** Operators resume the group: it divides its pieces again. An exclusive job goes on. */
    record Resume() implements Change {
        @Override
        public Directives applyTo(Directives directives) {
            return directives.suspend(false);
        }
    }

    /** A member requests a job that runs while no piece has an owner. There is one such job at a time. */
    record Exclusive(Incarnation incarnation) implements Change {
        @Override
        public Directives applyTo(Directives directives) {
            return directives.exclusive(incarnation);
        }

        @Override
        public void check(PlanInputs now) {
            now.directives()
                    .exclusive()
                    .filter(other -> !other.equals(incarnation))
                    .ifPresent(other -> {
                        throw new IllegalArgumentException("an exclusive job of " + incarnation
                                + " cannot begin before that of " + other + " ends");
                    });
        }
    }

    /** Ends the exclusive job of an incarnation; no change when it has none. */
    record EndExclusive(Incarnation incarnation) implements Change {
        @Override
        public Directives applyTo(Directives directives) {
            return directives.exclusive().equals(Optional.of(incarnation)) ? directives.withoutExclusive() : directives;
        }
    }

    /** Sets the pieces that the group divides from now on: units are added or removed, tokens are split. */
    record SetPieces(Pieces pieces) implements Change {
        @Override
        public Pieces applyTo(Pieces before) {
            return pieces;
        }

        @Override
        public void check(PlanInputs now) {
            pieces.placesOf(now.pieces());
            now.roster().members().stream()
                    .filter(member -> member.restriction().isPresent() && !pieces.equals(now.pieces()))
                    .findFirst()
                    .ifPresent(member -> {
                        throw new IllegalArgumentException("the pieces cannot change while member " + member.id()
                                + " is restricted to some of them; stop it first");
                    });
        }
    }

    private static void requirePresent(Roster roster, String member) {
        if (roster.find(member).isEmpty()) {
            throw new IllegalArgumentException("there is no member " + member + "; the members are "
                    + roster.members().stream().limit(10).map(Member::id).collect(Collectors.joining(", "))
                    + (roster.size() > 10 ? " and " + (roster.size() - 10) + " more" : ""));
        }
    }
}
