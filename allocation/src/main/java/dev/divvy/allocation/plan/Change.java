package dev.divvy.allocation.plan;

import dev.divvy.allocation.Directives;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Pieces;
import dev.divvy.allocation.Roster;

/** Something that may happen to a group, to be planned ahead. */
public sealed interface Change {

    default Roster applyTo(Roster roster) {
        return roster;
    }

    default Directives applyTo(Directives directives) {
        return directives;
    }

    /** Refuses a change that makes no sense for these pieces and members. */
    default void check(Pieces pieces, Roster roster) {}

    /** A member comes. */
    record Join(Member member) implements Change {
        @Override
        public Roster applyTo(Roster roster) {
            return roster.with(member);
        }

        @Override
        public void check(Pieces pieces, Roster roster) {
            if (roster.find(member.id()).isPresent()) {
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
        public void check(Pieces pieces, Roster roster) {
            present(roster, member);
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
        public void check(Pieces pieces, Roster roster) {
            present(roster, member);
        }
    }

    /** A piece shall belong to a member. */
    record Pin(String piece, String member) implements Change {
        @Override
        public Directives applyTo(Directives directives) {
            return directives.pin(piece, member);
        }

        @Override
        public void check(Pieces pieces, Roster roster) {
            if (pieces.indexOf(piece) < 0) {
                throw new IllegalArgumentException("there is no piece " + piece + " among " + pieces);
            }
            present(roster, member);
        }
    }

    /** A piece is divided like the others again. */
    record Unpin(String piece) implements Change {
        @Override
        public Directives applyTo(Directives directives) {
            return directives.unpin(piece);
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
