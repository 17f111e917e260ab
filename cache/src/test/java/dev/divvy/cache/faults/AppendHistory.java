package dev.divvy.cache.faults;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The appends and reads of all clients, by key. Every append has a word of its own, so that a value tells which appends took place, in
 * which order. Thread-safe.
 */
final class AppendHistory {

    /** Ends every word. */
    static final char END = ';';

    /**
     * A request and its reply. The times are of {@link System#nanoTime}; an operation without a reply has an unknown outcome: it may take
     * place at any time after it began, or never.
     *
     * @param word the word that was appended; empty for a read
     * @param length the length of the value as the reply shows it; -1 if there was no reply
     * @param value the value that was read; null for an append, and if there was no reply
     */
    record Operation(
            String word,
            long began,
            long ended,
            long length,
            @Nullable String value) {

        static Operation append(String word, long began, long ended, long length) {
            return new Operation(word, began, ended, length, null);
        }

        static Operation appendWithoutReply(String word, long began) {
            return new Operation(word, began, Long.MAX_VALUE, -1, null);
        }

        static Operation read(String value, long began, long ended) {
            return new Operation("", began, ended, value.length(), value);
        }

        boolean isAppend() {
            return !word.isEmpty();
        }

        boolean isAnswered() {
            return length >= 0;
        }

        /** Returns the length of the value before the operation. */
        long lengthBefore() {
            return length - word.length();
        }

        @Override
        public String toString() {
            String time = began / 1000 + " to " + (isAnswered() ? ended / 1000 + " us" : "?");
            return (isAppend() ? "append " + word : "read") + ", " + time + ", "
                    + (value == null ? String.valueOf(length) : "\"" + value + "\"");
        }
    }

    /** Guarded by this. */
    private final Map<String, List<Operation>> byKey = new TreeMap<>();

    private long recorded;

    synchronized void add(String key, Operation operation) {
        byKey.computeIfAbsent(key, unused -> new ArrayList<>()).add(operation);
        recorded++;
    }

    /** Returns the number of all operations that were ever added. */
    synchronized long recorded() {
        return recorded;
    }

    synchronized SortedSet<String> keys() {
        return new TreeSet<>(byKey.keySet());
    }

    synchronized void forget(Collection<String> keys) {
        byKey.keySet().removeAll(keys);
    }

    /** Judges every key; returns the violations. */
    synchronized List<AppendJudge.Violation> judge() {
        return byKey.entrySet().stream()
                .flatMap(entry -> AppendJudge.judge(entry.getKey(), entry.getValue()).stream())
                .collect(Collectors.toList());
    }

    /** Whether the loss of the key's token explains what is wrong with its history. */
    synchronized boolean isExplainedByLoss(String key) {
        return AppendJudge.isExplainedByLoss(byKey.getOrDefault(key, List.of()));
    }

    synchronized String describe(String key) {
        return key + ":\n"
                + byKey.getOrDefault(key, List.of()).stream()
                        .map(operation -> "  " + operation)
                        .collect(Collectors.joining("\n"));
    }
}
