package dev.divvy.cache.faults;

import static dev.divvy.cache.faults.AppendHistory.Operation.append;
import static dev.divvy.cache.faults.AppendHistory.Operation.appendWithoutReply;
import static dev.divvy.cache.faults.AppendHistory.Operation.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.divvy.cache.faults.AppendHistory.Operation;
import dev.divvy.cache.faults.AppendJudge.Violation;
import dev.divvy.cache.faults.AppendJudge.Wrong;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Made-up histories, good and bad ones. Times are small numbers; every word has two characters. */
class AppendJudgeTest {

    private static Set<Wrong> judge(Operation... operations) {
        return AppendJudge.judge("key", List.of(operations)).stream()
                .map(Violation::wrong)
                .collect(Collectors.toSet());
    }

    @Test
    void anOrdinaryHistoryIsRight() {
        assertThat(judge(
                        read("", 0, 1),
                        append("a;", 2, 3, 2),
                        append("b;", 4, 5, 4),
                        read("a;b;", 6, 7),
                        append("c;", 8, 9, 6)))
                .isEmpty();
    }

    @Test
    void concurrentRequestsMayTakeEffectInAnyOrder() {
        assertThat(judge(
                        append("a;", 0, 10, 4),
                        append("b;", 0, 10, 2),
                        read("", 1, 9),
                        read("b;", 1, 9),
                        read("b;a;", 1, 9)))
                .isEmpty();
    }

    @Test
    void anAppendWithoutReplyMayTakePlaceNowOrLaterOrNever() {
        Operation unknown = appendWithoutReply("a;", 0);
        assertThat(judge(unknown, read("", 5, 6))).isEmpty();
        assertThat(judge(unknown, read("a;", 5, 6))).isEmpty();
        assertThat(judge(unknown, append("b;", 5, 6, 2), read("b;", 7, 8), read("b;a;", 9, 10)))
                .isEmpty();
        assertThat(judge(unknown, append("b;", 5, 6, 4))).isEmpty();
    }

    @Test
    void onlyAnEmptyValueIsExplainedByALoss() {
        Operation first = append("a;", 0, 1, 2);
        Operation second = append("b;", 2, 3, 4);
        assertThat(AppendJudge.isExplainedByLoss(List.of(first, second, read("", 4, 5), append("c;", 6, 7, 2))))
                .isTrue();
        assertThat(AppendJudge.isExplainedByLoss(List.of(first, second, append("c;", 4, 5, 2), read("c;", 6, 7))))
                .isTrue();
        assertThat(AppendJudge.isExplainedByLoss(List.of(first, second, read("a;", 4, 5))))
                .as("an old value")
                .isFalse();
        assertThat(AppendJudge.isExplainedByLoss(List.of(first, second, read("", 4, 5), read("a;b;", 6, 7))))
                .as("a value that was gone comes back")
                .isFalse();
    }

    @Test
    void aLostWriteIsNoticed() {
        assertThat(judge(append("a;", 0, 1, 2), append("b;", 2, 3, 4), read("a;", 4, 5)))
                .contains(Wrong.LACKS_ANSWERED);
    }

    @Test
    void aLostWriteThatAnotherReplacedIsNoticedWithoutARead() {
        assertThat(judge(append("a;", 0, 1, 2), append("b;", 2, 3, 4), append("c;", 4, 5, 4)))
                .contains(Wrong.LACKS_ANSWERED, Wrong.NOT_AT_ITS_PLACE);
        assertThat(judge(append("a;", 0, 9, 2), append("b;", 0, 9, 2))).containsExactly(Wrong.NOT_AT_ITS_PLACE);
    }

    @Test
    void aLostWriteInTheMiddleIsNoticed() {
        assertThat(judge(append("a;", 0, 1, 2), append("b;", 2, 3, 4), append("c;", 4, 5, 6), read("a;c;", 6, 7)))
                .contains(Wrong.NOT_AT_ITS_PLACE);
    }

    @Test
    void aStaleReadIsNoticed() {
        assertThat(judge(append("a;", 0, 1, 2), read("", 2, 3), read("a;", 4, 5)))
                .containsExactly(Wrong.LACKS_ANSWERED);
    }

    @Test
    void aValueFromThePastAfterANewerOneWasReadIsNoticed() {
        assertThat(judge(append("a;", 0, 1, 2), append("b;", 2, 20, 4), read("a;b;", 3, 4), read("a;", 5, 6)))
                .containsExactly(Wrong.LACKS_ANSWERED);
    }

    @Test
    void anEmptyValueAfterANonEmptyOneIsNoticed() {
        assertThat(judge(appendWithoutReply("a;", 0), read("a;", 1, 2), read("", 3, 4)))
                .containsExactly(Wrong.LACKS_ANSWERED);
    }

    @Test
    void anAppendThatBeginsAnewIsNoticed() {
        assertThat(judge(append("a;", 0, 1, 2), append("b;", 2, 3, 2), read("b;", 4, 5)))
                .contains(Wrong.LACKS_ANSWERED, Wrong.NOT_AT_ITS_PLACE);
    }

    @Test
    void twoHistoriesAreNoticed() {
        assertThat(judge(appendWithoutReply("a;", 0), appendWithoutReply("b;", 0), read("a;", 1, 9), read("b;", 1, 9)))
                .containsExactly(Wrong.NOT_A_PREFIX);
    }

    @Test
    void aDuplicateIsNoticed() {
        assertThat(judge(appendWithoutReply("a;", 0), read("a;a;", 1, 2))).containsExactly(Wrong.WORD_TWICE);
        assertThat(judge(append("a;", 0, 1, 2), append("b;", 2, 3, 6), read("a;a;b;", 4, 5)))
                .containsExactly(Wrong.WORD_TWICE);
    }

    @Test
    void wordsOfOneClientInTheWrongOrderAreNoticed() {
        assertThat(judge(append("a;", 0, 1, 4), append("b;", 2, 3, 2), read("b;a;", 4, 5)))
                .contains(Wrong.LACKS_ANSWERED);
        assertThat(judge(append("a;", 0, 1, 4), appendWithoutReply("b;", 2), read("b;a;", 4, 5)))
                .containsExactly(Wrong.SHOWN_BEFORE_WRITTEN);
    }

    @Test
    void aWordThatNobodyAppendedIsNoticed() {
        assertThat(judge(read("x;", 0, 1))).contains(Wrong.UNKNOWN_WORD);
        assertThat(judge(append("a;", 0, 1, 2), read("a;x", 2, 3))).contains(Wrong.UNKNOWN_WORD);
        assertThat(judge(append("a;", 0, 9, 2), read("a", 0, 9), read("a;", 0, 9)))
                .containsExactly(Wrong.UNKNOWN_WORD);
    }

    @Test
    void aWordThatWasReadBeforeItWasWrittenIsNoticed() {
        assertThat(judge(read("a;", 0, 1), append("a;", 2, 3, 2))).contains(Wrong.SHOWN_BEFORE_WRITTEN);
    }

    @Test
    void aWordMustBeUnique() {
        assertThatThrownBy(() -> judge(append("a;", 0, 1, 2), append("a;", 2, 3, 4)))
                .hasMessageContaining("not unique");
    }
}
