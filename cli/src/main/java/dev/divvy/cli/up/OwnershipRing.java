package dev.divvy.cli.up;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.EpochSummary;
import dev.divvy.cli.report.Numbers;
import dev.divvy.cli.terminal.BrailleCanvas;
import dev.divvy.cli.terminal.TerminalColours;
import dev.divvy.coordination.status.GroupStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.function.ToIntFunction;

/**
 * The ring of the dashboard for a terminal: the outer band shows the owner of every piece now, the inner band the owners before the last change,
 * and the middle how many moved and the fewest possible. Pieces that are being handed over are a gap. Used by one thread.
 */
final class OwnershipRing {

    static final int COLUMNS = 32;
    static final int ROWS = 16;

    private static final String BLANK = " ".repeat(COLUMNS);
    private static final int DOTS = COLUMNS * BrailleCanvas.DOTS_PER_COLUMN;
    private static final double MIDDLE = (DOTS - 1) / 2.0;

    /** A ring of dots between two distances from the middle. */
    private record Band(double inner, double outer) {
        boolean contains(double distance) {
            return distance >= inner && distance < outer;
        }
    }

    private static final Band NOW = new Band(25, 32);
    private static final Band BEFORE = new Band(19, 23);

    private List<GroupStatus.Handover> handovers = List.of();
    private Optional<Allocation> now = Optional.empty();
    private Optional<Allocation> before = Optional.empty();

    /** Takes the present state. At a new epoch the allocation that was seen last becomes the one before; without an allocation all stays. */
    void see(GroupStatus status) {
        handovers = status.handovers();
        status.allocation().ifPresent(seen -> {
            if (!now.map(Allocation::version).equals(Optional.of(seen.version()))) {
                before = now.filter(former ->
                        former.version().lineage().equals(seen.version().lineage()));
                now = Optional.of(seen);
            }
        });
    }

    /**
     * Returns these lines with the ring on their left, below an empty line; the lines alone before the first epoch.
     *
     * @param colour returns the index of a member's colour; negative for a member that has none
     */
    List<String> beside(List<String> lines, ToIntFunction<String> colour, TerminalColours colours) {
        if (now.isEmpty()) {
            return lines;
        }
        List<String> ring = new ArrayList<>(List.of(BLANK));
        ring.addAll(draw(now.get(), colour).lines(colours));
        ring.add(String.format("%-" + COLUMNS + "s", " outer: owner now, inner: before"));
        List<String> both = new ArrayList<>();
        for (int i = 0; i < Math.max(ring.size(), lines.size()); i++) {
            String left = i < ring.size() ? ring.get(i) : BLANK;
            both.add(left + "  " + (i < lines.size() ? lines.get(i) : ""));
        }
        return both;
    }

    private BrailleCanvas draw(Allocation allocation, ToIntFunction<String> colour) {
        BrailleCanvas canvas = new BrailleCanvas(COLUMNS, ROWS);
        draw(canvas, NOW, allocation, piece -> !isHandedOver(piece), colour);
        before.ifPresent(former -> draw(canvas, BEFORE, former, piece -> true, colour));
        // Those that were not seen belong to the difference of the bands.
        long last = before.map(Allocation::epoch).orElse(allocation.epoch() - 1);
        List<EpochSummary> epochs = allocation.history().stream()
                .filter(epoch -> epoch.epoch() > last)
                .toList();
        List<String> words = List.of(
                "epoch " + Numbers.whole(allocation.epoch()),
                Numbers.whole(epochs.stream().mapToLong(EpochSummary::moved).sum()) + " moved",
                Numbers.whole(epochs.stream().mapToLong(EpochSummary::bound).sum()) + " fewest");
        for (int i = 0; i < words.size(); i++) {
            canvas.write((ROWS - words.size()) / 2 + i, words.get(i));
        }
        return canvas;
    }

    private boolean isHandedOver(int piece) {
        return handovers.stream().anyMatch(handover -> handover.pieces().contains(piece));
    }

    private static void draw(
            BrailleCanvas canvas, Band band, Allocation allocation, IntPredicate shown, ToIntFunction<String> colour) {
        int pieces = allocation.pieces().count();
        for (int y = 0; y < DOTS && pieces > 0; y++) {
            for (int x = 0; x < DOTS; x++) {
                if (band.contains(Math.hypot(x - MIDDLE, y - MIDDLE))) {
                    int piece = piece(x, y, pieces);
                    int member = allocation
                            .owner(piece)
                            .map(owner -> colour.applyAsInt(owner.id()))
                            .orElse(-1);
                    if (member >= 0 && shown.test(piece)) {
                        canvas.dot(x, y, member);
                    }
                }
            }
        }
    }

    /** Returns the piece at a dot: the first one is at the top, and they go round with the clock. */
    private static int piece(int x, int y, int count) {
        double turns = Math.atan2(x - MIDDLE, MIDDLE - y) / (2 * Math.PI);
        return Math.min(count - 1, (int) ((turns < 0 ? turns + 1 : turns) * count));
    }
}
