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

/** Many members join, leave, lose their board and return at once, while a thread keeps looking for a piece with two holders. */
class ManyMembersTest {

    private static final int PIECES = 24;

    /** One member and its connection to the board. */
    private record Node(Membership member, FaultyBoard faultyBoard) {}

    private final GroupFixture fixture =
            new GroupFixture(Group.of("many", Tokens.wide(PIECES)).with(GroupFixture.SHORT));
    private final List<Node> nodes = new CopyOnWriteArrayList<>();
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
                join();
            }
            for (int i = 0; i < 12; i++) {
                act(random);
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(random.nextInt(300)));
            }
            nodes.forEach(node -> node.faultyBoard().recover());
            if (nodes.isEmpty()) {
                join();
            }
            Soon.until("every piece is held by one; seed " + seed, this::complete);
        } finally {
            over.set(true);
            looking.join(Soon.LIMIT.toMillis());
            fixture.close();
        }
        assertThat(faults).as("seed %d", seed).isEmpty();
    }

    private void act(Random random) {
        int action = random.nextInt(5);
        if (nodes.size() < 2 || action == 0) {
            join();
            join();
        } else if (action == 1) {
            Node leaving = nodes.remove(random.nextInt(nodes.size()));
            leaving.faultyBoard().recover();
            new Thread(leaving.member()::close).start();
        } else if (action == 2) {
            nodes.get(random.nextInt(nodes.size())).faultyBoard().fail();
        } else {
            nodes.forEach(node -> node.faultyBoard().recover());
        }
    }

    private void join() {
        FaultyBoard faultyBoard = new FaultyBoard(fixture.board);
        nodes.add(new Node(fixture.join("m" + joined++, faultyBoard), faultyBoard));
    }

    private boolean complete() {
        int[] holders = new int[PIECES];
        nodes.forEach(node -> node.member().portion().runs().forEach(piece -> holders[piece]++));
        for (int count : holders) {
            if (count != 1) {
                return false;
            }
        }
        return true;
    }

    /** Takes a hold on each piece at every member that grants one: a second valid hold on the same piece is a fault. */
    private void look() {
        for (int piece = 0; piece < PIECES; piece++) {
            String name = Integer.toString(piece);
            List<Hold> holds = new ArrayList<>();
            for (Node node : nodes) {
                node.member().holdPiece(name).ifPresent(holds::add);
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
