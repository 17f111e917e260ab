package dev.divvy.coordination.support;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Directives;
import dev.divvy.allocation.plan.Change;
import dev.divvy.allocation.plan.PlanInputs;
import dev.divvy.coordination.Operator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/**
 * One order of an operator to a group: when it makes no sense, when it is carried out already, and how a member gives it.
 *
 * @param piece the name of a piece; empty where the action concerns none
 * @param member the id of a member; empty where the action concerns none
 */
public record OperatorOrder(Action action, String piece, String member) {

    /** The orders that have a name. */
    public enum Action {
        DRAIN(false, true),
        UNDRAIN(false, true),
        PIN(true, true),
        UNPIN(true, false),
        SUSPEND(false, false),
        RESUME(false, false);

        private final boolean piece;
        private final boolean member;

        Action(boolean piece, boolean member) {
            this.piece = piece;
            this.member = member;
        }

        /** How many arguments an order of this action has. */
        public int arguments() {
            return (piece ? 1 : 0) + (member ? 1 : 0);
        }

        /** Returns the order with these arguments: the piece, then the member, where the action concerns one. */
        public OperatorOrder with(List<String> arguments) {
            if (arguments.size() != arguments()) {
                throw new IllegalArgumentException(this + " with " + arguments.size() + " arguments");
            }
            return new OperatorOrder(
                    this, piece ? arguments.get(0) : "", member ? arguments.get(arguments.size() - 1) : "");
        }
    }

    public static OperatorOrder drain(String member) {
        return new OperatorOrder(Action.DRAIN, "", member);
    }

    public static OperatorOrder undrain(String member) {
        return new OperatorOrder(Action.UNDRAIN, "", member);
    }

    public static OperatorOrder pin(String piece, String member) {
        return new OperatorOrder(Action.PIN, piece, member);
    }

    public static OperatorOrder unpin(String piece) {
        return new OperatorOrder(Action.UNPIN, piece, "");
    }

    public static OperatorOrder suspend() {
        return new OperatorOrder(Action.SUSPEND, "", "");
    }

    public static OperatorOrder resume() {
        return new OperatorOrder(Action.RESUME, "", "");
    }

    /**
     * Refuses an order that names a member or a piece which this allocation does not know. A member that is away can be undrained, and a
     * piece that is gone can be unpinned, if the directives still name it.
     *
     * @throws IllegalArgumentException when it does; the message says what there is
     */
    public void check(Allocation now) {
        PlanInputs inputs = PlanInputs.of(now);
        switch (action) {
            case DRAIN, UNDRAIN -> {
                if (!now.directives().weights().containsKey(member)) {
                    Change.drain(member).check(inputs);
                }
            }
            case PIN -> new Change.Pin(piece, member).check(inputs);
            case UNPIN -> {
                if (!now.directives().pins().containsKey(piece) && now.pieces().indexOf(piece) < 0) {
                    throw new IllegalArgumentException("there is no piece " + piece + " among " + now.pieces());
                }
            }
            case SUSPEND, RESUME -> {
                // They concern the whole group.
            }
        }
    }

    /** Returns what {@link Action#with} takes. */
    public List<String> arguments() {
        return Stream.of(piece, member).filter(word -> !word.isEmpty()).toList();
    }

    /** Returns whether these directives say already what is ordered. A member with a weight other than 0 is not drained. */
    public boolean isIn(Directives directives) {
        boolean drained = Objects.equals(directives.weights().get(member), 0);
        return switch (action) {
            case DRAIN -> drained;
            case UNDRAIN -> !drained;
            case PIN -> member.equals(directives.pins().get(piece));
            case UNPIN -> !directives.pins().containsKey(piece);
            case SUSPEND -> directives.suspended();
            case RESUME -> !directives.suspended();
        };
    }

    /** Gives the order; the future completes as {@link Operator} says. */
    public CompletableFuture<Void> giveTo(Operator operator) {
        return switch (action) {
            case DRAIN -> operator.drain(member);
            case UNDRAIN -> operator.undrain(member);
            case PIN -> operator.pin(piece, member);
            case UNPIN -> operator.unpin(piece);
            case SUSPEND -> operator.suspend();
            case RESUME -> operator.resume();
        };
    }
}
