package dev.divvy.cache.peer;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The versions of the requests between nodes that a node speaks. Two nodes use the highest that both speak, on each connection. A change of
 * the requests, or of the messages about replicas, is a new version, which a release reads before any release needs it.
 *
 * @param lowest the oldest version
 * @param highest the newest version
 */
record RequestVersions(int lowest, int highest) {

    /** The versions of this release. */
    static final RequestVersions SPOKEN = new RequestVersions(1, 1);

    private static final Pattern TEXT = Pattern.compile("([1-9][0-9]{0,4})-([1-9][0-9]{0,4})");

    /** Returns the versions that the text of another node names; empty if it names none. */
    static Optional<RequestVersions> parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        return matcher.matches()
                ? Optional.of(
                        new RequestVersions(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2))))
                : Optional.empty();
    }

    /** Returns the highest version that both nodes speak. */
    OptionalInt common(RequestVersions other) {
        int version = Math.min(highest, other.highest);
        return version >= Math.max(lowest, other.lowest) ? OptionalInt.of(version) : OptionalInt.empty();
    }

    @Override
    public String toString() {
        return lowest + "-" + highest;
    }
}
