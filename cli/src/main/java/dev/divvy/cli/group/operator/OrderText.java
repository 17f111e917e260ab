package dev.divvy.cli.group.operator;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Move;
import dev.divvy.cli.group.PieceNames;
import dev.divvy.cli.report.Numbers;
import dev.divvy.coordination.support.OperatorOrder;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What is so when an order is carried out, in one line.
 *
 * @param before the allocation when it was given
 */
record OrderText(OperatorOrder order, String group, Allocation before) {

    String already() {
        return switch (order.action()) {
            case DRAIN -> order.member() + " is drained already";
            case UNDRAIN -> order.member() + " is not drained";
            case PIN -> piece() + " is pinned to " + order.member() + " already";
            case UNPIN -> piece() + " is not pinned";
            case SUSPEND -> "group " + group + " is suspended already";
            case RESUME -> "group " + group + " is not suspended";
        };
    }

    String done(Allocation after) {
        String now = switch (order.action()) {
            case DRAIN -> order.member() + " is drained";
            case UNDRAIN -> order.member() + " is no longer drained";
            case PIN -> piece() + " is pinned to " + order.member();
            case UNPIN -> piece() + " is no longer pinned";
            case SUSPEND -> "group " + group + " is suspended";
            case RESUME -> "group " + group + " is resumed";
        };
        // Pieces that were divided otherwise meanwhile have other numbers.
        return after.pieces().equals(before.pieces()) ? now + ": " + moved(after.movesSince(before)) : now;
    }

    private String piece() {
        return PieceNames.kind(before.pieces()) + " " + order.piece();
    }

    private String moved(List<Move> moves) {
        List<String> owners =
                moves.stream().flatMap(move -> move.to().stream()).distinct().toList();
        String to = order.action() == OperatorOrder.Action.DRAIN
                ? " to the others"
                : owners.size() == 1 ? " to " + owners.get(0) : " to " + owners.size() + " members";
        List<String> parts = Stream.of(
                        part(moves.stream().filter(move -> move.to().isPresent()), "moves", "move", to),
                        part(moves.stream().filter(move -> move.to().isEmpty()), "has", "have", " no owner now"))
                .flatMap(Optional::stream)
                .toList();
        return parts.isEmpty() ? "nothing moves" : String.join(", ", parts) + "; follow with divvy status --wait calm";
    }

    private Optional<String> part(Stream<Move> moves, String one, String several, String rest) {
        int count = moves.mapToInt(Move::count).sum();
        return count == 0
                ? Optional.empty()
                : Optional.of(Numbers.count(count, PieceNames.kind(before.pieces())) + " "
                        + (count == 1 ? one : several) + rest);
    }
}
