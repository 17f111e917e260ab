package dev.divvy.coordination.member;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Tokens;
import dev.divvy.coordination.Group;
import dev.divvy.coordination.Hold;
import dev.divvy.coordination.Membership;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

/** Many members come, leave, fall silent and return at once, while somebody looks all the time for two that hold one piece. */
class CrowdTest {

    private static final int PIECES = 24;

    /** One member and its way to the board. */
    private record Seat(Membership member, MoodyBoard way) {}

    private final Stage stage = new Stage(Group.of("crowd", Tokens.wide(PIECES)).with(Stage.SHORT));
    private final List<Seat> seats = new CopyOnWriteArrayList<>();
    private final List<String> faults = new CopyOnWriteArrayList<>();
    private final Map<String, Long> fences = new ConcurrentHashMap<>();
    private int joined;

    @RepeatedTest(3)
    void everyPieceIsHeldByExactlyOneInTheEndAndNeverByTwo(RepetitionInfo repetition) throws InterruptedException {
        long seed = repetition.getCurrentRepetition();
        Random random = new Random(seed);
        AtomicBoolean over = new AtomicBoolean();
        Thread looking = new Thread(() -> {
            while (!over.get()) {
                look();
                Soon.rest();
            }
        });
        looking.start();
        try {
            for (int i = 0; i < 4; i++) {
                come();
            }
            for (int i = 0; i < 12; i++) {
                happen(random);
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(random.nextInt(300)));
            }
            seats.forEach(seat -> seat.way().answers());
            if (seats.isEmpty()) {
                come();
            }
            Soon.until("every piece is held by one; seed " + seed, this::complete);
        } finally {
            over.set(true);
            looking.join(Soon.LIMIT.toMillis());
            stage.close();
        }
        assertThat(faults).as("seed %d", seed).isEmpty();
    }

    private void happen(Random random) {
        int what = random.nextInt(5);
        if (seats.size() < 2 || what == 0) {
            come();
            come();
        } else if (what == 1) {
            Seat leaving = seats.remove(random.nextInt(seats.size()));
            leaving.way().answers();
            new Thread(leaving.member()::close).start();
        } else if (what == 2) {
            seats.get(random.nextInt(seats.size())).way().isAway();
        } else {
            seats.forEach(seat -> seat.way().answers());
        }
    }

    private void come() {
        MoodyBoard way = new MoodyBoard(stage.board);
        seats.add(new Seat(stage.join("m" + joined++, way), way));
    }

    private boolean complete() {
        int[] holders = new int[PIECES];
        seats.forEach(seat -> seat.member().portion().runs().forEach(piece -> holders[piece]++));
        for (int count : holders) {
            if (count != 1) {
                return false;
            }
        }
        return true;
    }

    /** Takes work on a piece wherever it is given: a second one who gets it while the first may still go on is a fault. */
    private void look() {
        for (int piece = 0; piece < PIECES; piece++) {
            String name = Integer.toString(piece);
            List<Hold> holds = new ArrayList<>();
            for (Seat seat : seats) {
                seat.member().holdPiece(name).ifPresent(holds::add);
            }
            List<Hold> valid = holds.stream().filter(Hold::valid).toList();
            if (valid.size() > 1) {
                faults.add("two hold " + valid);
            }
            for (Hold hold : holds) {
                Long before = fences.merge(name, hold.fence().epoch(), Math::max);
                if (before != null && before > hold.fence().epoch() && hold.valid() && valid.size() == 1) {
                    faults.add("the fence of " + hold + " went back from " + before);
                }
                hold.close();
            }
        }
    }
}
