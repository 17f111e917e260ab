package dev.divvy.cache.command.keyspace;

/**
 * A glob pattern as in Redis: {@code *}, {@code ?}, {@code [a-z]}, {@code [^a]} and a backslash before a literal character. Only the
 * last star is ever retried, so a match costs at most the length of the pattern times that of the text.
 */
public final class GlobPattern {

    private final byte[] pattern;

    public GlobPattern(byte[] pattern) {
        this.pattern = pattern.clone();
    }

    /** Whether every text matches. */
    public boolean isAll() {
        return pattern.length == 1 && pattern[0] == '*';
    }

    public boolean matches(byte[] text) {
        return matches(text, 0, text.length);
    }

    public boolean matches(byte[] text, int from, int length) {
        if (length == 0) {
            // As in Redis: a single star matches the empty text, two do not.
            return pattern.length == 0 || isAll();
        }
        int end = from + length;
        int at = from;
        int next = 0;
        int star = -1;
        int tried = from;
        while (at < end) {
            if (next < pattern.length && pattern[next] == '*') {
                star = next++;
                tried = at;
            } else if (next < pattern.length && matchesAt(next, text[at])) {
                next = after(next);
                at++;
            } else if (star >= 0) {
                next = star + 1;
                at = ++tried;
            } else {
                return false;
            }
        }
        while (next < pattern.length && pattern[next] == '*') {
            next++;
        }
        return next == pattern.length;
    }

    /** Whether one character matches the element at a place of the pattern. */
    private boolean matchesAt(int place, byte letter) {
        return switch (pattern[place]) {
            case '?' -> true;
            case '[' -> matchesClass(place + 1, letter);
            case '\\' -> pattern[Math.min(place + 1, pattern.length - 1)] == letter;
            default -> pattern[place] == letter;
        };
    }

    private boolean matchesClass(int first, byte letter) {
        boolean negated = first < pattern.length && pattern[first] == '^';
        int value = letter & 0xFF;
        boolean found = false;
        int at = negated ? first + 1 : first;
        while (at < pattern.length && pattern[at] != ']') {
            int low = pattern[at] & 0xFF;
            int high = low;
            if (low == '\\' && at + 1 < pattern.length) {
                low = pattern[at + 1] & 0xFF;
                high = low;
                at += 2;
            } else if (at + 2 < pattern.length && pattern[at + 1] == '-') {
                high = pattern[at + 2] & 0xFF;
                at += 3;
            } else {
                at++;
            }
            found |= value >= Math.min(low, high) && value <= Math.max(low, high);
        }
        return found != negated;
    }

    /** Returns the place behind the element at a place. A class that is not closed ends with the pattern. */
    private int after(int place) {
        if (pattern[place] == '\\') {
            return Math.min(place + 2, pattern.length);
        }
        if (pattern[place] != '[') {
            return place + 1;
        }
        int at = place + 1;
        if (at < pattern.length && pattern[at] == '^') {
            at++;
        }
        while (at < pattern.length && pattern[at] != ']') {
            if (pattern[at] == '\\' && at + 1 < pattern.length) {
                at += 2;
            } else if (at + 2 < pattern.length && pattern[at + 1] == '-') {
                at += 3;
            } else {
                at++;
            }
        }
        return Math.min(at + 1, pattern.length);
    }
}
