package dev.divvy.console.feed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Division;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Units;
import dev.divvy.allocation.Version;
import dev.divvy.allocation.plan.Change;
import dev.divvy.console.SampleGroup;
import dev.divvy.console.view.EpochView;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class EpochLogTest {

    /** Decodes a list of epochs as the page does; returns the owners of each epoch by name. */
    private static List<List<String>> decode(List<EpochView> epochs) {
        List<List<String>> all = new ArrayList<>();
        List<String> owners = new ArrayList<>();
        for (EpochView epoch : epochs) {
            List<Integer> whole = epoch.owners();
            List<Integer> moves = epoch.moves();
            owners = new ArrayList<>(owners);
            if (whole != null) {
                owners.clear();
                for (int i = 0; i < whole.size(); i += 2) {
                    for (int n = 0; n < whole.get(i); n++) {
                        owners.add(name(epoch, whole.get(i + 1)));
                    }
                }
            } else if (moves != null) {
                int at = 0;
                for (int i = 0; i < moves.size(); i += 3) {
                    at += moves.get(i);
                    for (int n = 0; n < moves.get(i + 1); n++) {
                        owners.set(at++, name(epoch, moves.get(i + 2)));
                    }
                }
            }
            all.add(owners);
        }
        return all;
    }

    private static String name(EpochView epoch, int owner) {
        return owner < 0 ? "nobody" : epoch.members().get(owner);
    }

    private static List<String> owners(Allocation allocation) {
        return Arrays.stream(allocation.division().owners())
                .mapToObj(owner -> owner == Division.NO_MEMBER
                        ? "nobody"
                        : allocation.roster().get(owner).id())
                .toList();
    }

    @RepeatedTest(20)
    void whatIsSentDecodesToTheOwnersOfEveryEpoch(RepetitionInfo repetition) {
        long seed = 1_000L + repetition.getCurrentRepetition();
        Random random = new Random(seed);
        boolean ofUnits = random.nextBoolean();
        SampleGroup group = ofUnits
                ? new SampleGroup(Units.of("a", "b", "c", "d", "e"), "n1", "n2", "n3")
                : SampleGroup.ofTokens(1 + random.nextInt(500), "n1", "n2", "n3");
        EpochLog log = new EpochLog();
        List<EpochView> sent = new ArrayList<>();
        List<List<String>> expected = new ArrayList<>();
        for (int step = 0; step < 90; step++) {
            if (step > 0) {
                group.change(change(random, group.allocation(), ofUnits));
            }
            log.see(group.status(), step).ifPresent(sent::add);
            expected.add(owners(group.allocation()));
        }
        assertThat(decode(sent)).as("the events, seed %d", seed).isEqualTo(expected);
        assertThat(log.epochs()).hasSize(64);
        assertThat(decode(log.epochs())).as("the last 64, seed %d", seed).isEqualTo(expected.subList(26, 90));
        assertThat(sent)
                .as("seed %d", seed)
                .allSatisfy(epoch -> assertThat(epoch.moved()).isGreaterThanOrEqualTo(epoch.fewest()));
    }

    private static Change change(Random random, Allocation now, boolean ofUnits) {
        List<String> names = now.roster().members().stream().map(Member::id).toList();
        String some = names.isEmpty() ? "" : names.get(random.nextInt(names.size()));
        if (ofUnits && random.nextInt(4) == 0) {
            int count = random.nextInt(12);
            return new Change.SetPieces(Units.of(
                    random.ints(count, 0, 40).distinct().mapToObj(n -> "u" + n).toArray(String[]::new)));
        }
        return switch (names.isEmpty() ? 0 : random.nextInt(4)) {
            case 0, 1 -> new Change.Join(Member.of("m" + now.epoch()));
            case 2 ->
                names.size() > 1 || random.nextInt(8) == 0
                        ? new Change.Leave(some)
                        : new Change.Join(Member.of("m" + now.epoch()));
            default -> new Change.Weigh(some, random.nextInt(3));
        };
    }

    @Test
    void anEpochIsSentOnceAndAgainWhenItsHandoverHasEnded() {
        SampleGroup group = SampleGroup.ofTokens(64, "n1", "n2");
        EpochLog log = new EpochLog();
        assertThat(log.see(group.status(), 100))
                .hasValueSatisfying(first -> assertThat(first.handoverMillis()).isNull());
        assertThat(log.see(group.status(), 200)).isEmpty();
        group.change(new Change.Join(Member.of("n3")));
        group.acknowledged.put("n1", 1L);
        assertThat(log.see(group.status(), 300)).hasValueSatisfying(begun -> {
            assertThat(begun.causes()).containsExactly("n3 joined");
            assertThat(begun.moved()).isEqualTo(21).isEqualTo(begun.fewest());
            assertThat(begun.handoverMillis()).isNull();
        });
        assertThat(log.see(group.status(), 320)).isEmpty();
        group.acknowledged.clear();
        assertThat(log.see(group.status(), 338)).hasValueSatisfying(ended -> {
            assertThat(ended.epoch()).isEqualTo(2);
            assertThat(ended.handoverMillis()).isEqualTo(38);
        });
        assertThat(log.see(group.status(), 400)).isEmpty();
    }

    @Test
    void epochsThatWereNotSeenCountWithTheNextOne() {
        SampleGroup group = SampleGroup.ofTokens(60, "n1", "n2");
        EpochLog log = new EpochLog();
        log.see(group.status(), 1);
        group.change(new Change.Join(Member.of("n3")));
        group.change(new Change.Leave("n1"));
        assertThat(log.see(group.status(), 2)).hasValueSatisfying(epoch -> {
            assertThat(epoch.epoch()).isEqualTo(3);
            assertThat(epoch.causes()).containsExactly("n3 joined", "n1 left");
            assertThat(epoch.moved()).isEqualTo(40).isEqualTo(epoch.fewest());
        });
    }

    @Test
    void anotherLineageBeginsAnew() {
        SampleGroup group = SampleGroup.ofTokens(60, "n1", "n2");
        EpochLog log = new EpochLog();
        log.see(group.status(), 1);
        Allocation old = group.allocation();
        group.replace(new Allocation(
                new Version("other", 9), old.pieces(), old.roster(), old.directives(), old.holders(), old.history()));
        assertThat(log.see(group.status(), 2))
                .hasValueSatisfying(epoch -> assertThat(epoch.owners()).isNotNull());
        assertThat(log.epochs()).hasSize(1);
    }
}
