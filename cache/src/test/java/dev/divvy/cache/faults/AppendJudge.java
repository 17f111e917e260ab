package dev.divvy.cache.faults;

import dev.divvy.cache.faults.AppendHistory.Operation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Judges whether the operations on one key are linearizable, in one pass and without a search: every reply shows a prefix of one value, so
 * the lengths give the order.
 */
final class AppendJudge {

    /** The ways in which a reply can be wrong. */
    enum Wrong {
        /** Two values that were read disagree. */
        NOT_A_PREFIX,
        /** A value has a word, or a part of one, that nobody appended. */
        UNKNOWN_WORD,
        /** A value has a word twice. */
        WORD_TWICE,
        /** An answered append is not where its reply says, or two have the same place. */
        NOT_AT_ITS_PLACE,
        /** A reply lacks what another reply had shown before the request began: a lost write, or a stale read. */
        LACKS_ANSWERED,
        /** A reply shows a word before the append began. */
        SHOWN_BEFORE_WRITTEN
    }

    record Violation(String key, Wrong wrong, String detail) {}

    private final String key;
    private final List<Operation> answered;
    private final Map<String, Operation> appends = new HashMap<>();

    /** The longest value that was read. */
    private final String longest;

    private final List<Violation> violations = new ArrayList<>();

    private AppendJudge(String key, List<Operation> operations) {
        this.key = key;
        this.answered = operations.stream().filter(Operation::isAnswered).toList();
        operations.stream().filter(Operation::isAppend).forEach(append -> {
            if (appends.put(append.word(), append) != null) {
                throw new IllegalArgumentException("the word " + append.word() + " is not unique");
            }
        });
        this.longest = answered.stream()
                .filter(operation -> !operation.isAppend())
                .map(operation -> Objects.requireNonNull(operation.value()))
                .max(Comparator.comparingInt(String::length))
                .orElse("");
    }

    static List<Violation> judge(String key, List<Operation> operations) {
        AppendJudge judge = new AppendJudge(key, operations);
        judge.judgeValues();
        judge.judgePlaces();
        judge.judgeOrder();
        judge.judgeWords();
        return judge.violations;
    }

    /**
     * Whether a loss of the whole token explains that a history is wrong: the value was empty again, and nothing of before was seen after that.
     * A stale or mixed value is never explained.
     */
    static boolean isExplainedByLoss(List<Operation> operations) {
        List<Operation> answered =
                operations.stream().filter(Operation::isAnswered).toList();
        long shown = answered.stream()
                .filter(operation -> operation.length() > 0)
                .mapToLong(Operation::ended)
                .min()
                .orElse(Long.MAX_VALUE);
        Operation empty = answered.stream()
                .filter(operation -> operation.lengthBefore() == 0 && operation.began() > shown)
                .min(Comparator.comparingLong(Operation::ended))
                .orElse(null);
        if (empty == null) {
            return false;
        }
        Set<String> before = answered.stream()
                .filter(operation -> operation.isAppend() && operation.ended() < empty.began())
                .map(Operation::word)
                .collect(Collectors.toSet());
        return answered.stream()
                .filter(operation -> operation.value() != null && operation.began() > empty.ended())
                .flatMap(operation -> words(Objects.requireNonNull(operation.value())))
                .noneMatch(before::contains);
    }

    private static Stream<String> words(String value) {
        return Arrays.stream(value.split("(?<=" + AppendHistory.END + ")", -1));
    }

    private void violated(Wrong wrong, Object detail) {
        violations.add(new Violation(key, wrong, detail.toString()));
    }

    private void judgeValues() {
        for (Operation operation : answered) {
            if (operation.value() != null && !longest.startsWith(operation.value())) {
                violated(Wrong.NOT_A_PREFIX, operation + ", but \"" + longest + "\" was read, too");
            }
        }
    }

    /** The places of answered appends do not overlap, and have their words. */
    private void judgePlaces() {
        List<Operation> byLength = answered.stream()
                .filter(Operation::isAppend)
                .sorted(Comparator.comparingLong(Operation::length))
                .toList();
        long end = 0;
        for (Operation append : byLength) {
            long from = append.lengthBefore();
            boolean torn = append.length() > longest.length()
                    ? from < longest.length()
                    : from >= 0 && !longest.startsWith(append.word(), (int) from);
            if (from < end || torn) {
                violated(Wrong.NOT_AT_ITS_PLACE, append + " in \"" + longest + "\" or after place " + end);
            }
            end = append.length();
        }
    }

    /** No reply is shorter than one that had arrived before its request began. */
    private void judgeOrder() {
        Operation[] byEnd = answered.toArray(Operation[]::new);
        Arrays.sort(byEnd, Comparator.comparingLong(Operation::ended));
        List<Operation> byBeginning = answered.stream()
                .sorted(Comparator.comparingLong(Operation::began))
                .toList();
        int ended = 0;
        Operation most = null;
        for (Operation operation : byBeginning) {
            while (byEnd[ended].ended() < operation.began()) {
                if (most == null || byEnd[ended].length() > most.length()) {
                    most = byEnd[ended];
                }
                ended++;
            }
            if (most != null && operation.lengthBefore() < most.length()) {
                violated(Wrong.LACKS_ANSWERED, operation + " after " + most);
            }
        }
    }

    /** Every word of the longest value was appended, once, and no reply showed it before that. */
    private void judgeWords() {
        Set<String> seen = new HashSet<>();
        TreeMap<Integer, Long> begunBy = new TreeMap<>();
        begunBy.put(0, Long.MIN_VALUE);
        int from = 0;
        while (from < longest.length()) {
            int end = longest.indexOf(AppendHistory.END, from) + 1;
            Operation append = end == 0 ? null : appends.get(longest.substring(from, end));
            if (append == null) {
                violated(Wrong.UNKNOWN_WORD, longest.substring(from));
                return;
            }
            if (!seen.add(append.word())) {
                violated(Wrong.WORD_TWICE, append.word() + " in \"" + longest + "\"");
            }
            begunBy.put(end, Math.max(begunBy.lastEntry().getValue(), append.began()));
            from = end;
        }
        for (Operation operation : answered) {
            int length = (int) Math.min(operation.length(), longest.length());
            if (!begunBy.containsKey(length)) {
                violated(Wrong.UNKNOWN_WORD, operation + " ends within a word of \"" + longest + "\"");
            } else if (operation.ended() < begunBy.get(length)) {
                violated(Wrong.SHOWN_BEFORE_WRITTEN, operation + " in \"" + longest + "\"");
            }
        }
    }
}
