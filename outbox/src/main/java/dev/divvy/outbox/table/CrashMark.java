package dev.divvy.outbox.table;

import dev.divvy.coordination.Fence;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Says in {@code last_error} that an event is handled alone, because it may have ended the process of an earlier attempt. Written before the
 * handler is called; what is found after a takeover is an attempt that ended its process.
 *
 * @param crashes the consecutive attempts that ended their process; with the one under way if there is one
 * @param under the fence of the attempt that is under way; empty if none is
 */
public record CrashMark(int crashes, String under) {

    public static final CrashMark NONE = new CrashMark(0, "");

    /** Matches all texts and no others, but for errors of handlers that imitate them. */
    static final String LIKE = "the process % while this event was handled alone (%";

    private static final Pattern TEXT = Pattern.compile(
            "the process (?:ended|may have ended) while this event was handled alone \\((\\d{1,6})(?:, under (.*))?\\)",
            Pattern.DOTALL);

    /** Returns the mark in an error text; {@link #NONE} if it is another error. */
    static CrashMark of(@Nullable String error) {
        Matcher matcher = TEXT.matcher(Objects.requireNonNullElse(error, ""));
        return matcher.matches()
                ? new CrashMark(Integer.parseInt(matcher.group(1)), Objects.requireNonNullElse(matcher.group(2), ""))
                : NONE;
    }

    public boolean isNone() {
        return crashes == 0;
    }

    /** Returns whether an attempt was under way when the mark was read. */
    public boolean isUnderWay() {
        return !under.isEmpty();
    }

    /** Returns whether an attempt is under way with another fence: that of an earlier owner. */
    public boolean isOfAnother(Fence fence) {
        return isUnderWay() && !under.equals(fence.toString());
    }

    /** Returns the mark of the next attempt. */
    public CrashMark next(Fence fence) {
        return new CrashMark(isUnderWay() ? crashes : crashes + 1, fence.toString());
    }

    /** Returns the mark after the attempt under way ended its process. */
    public CrashMark ended() {
        return new CrashMark(crashes, "");
    }

    public String text() {
        return isUnderWay()
                ? "the process may have ended while this event was handled alone (" + crashes + ", under " + under + ")"
                : "the process ended while this event was handled alone (" + crashes + ")";
    }
}
