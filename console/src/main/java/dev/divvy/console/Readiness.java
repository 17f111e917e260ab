package dev.divvy.console;

import dev.divvy.coordination.status.GroupStatus;

/**
 * Whether a process can do its work.
 *
 * @param message one line for people: its current work, or the reason why it cannot work
 */
public record Readiness(boolean ready, String message) {

    public static Readiness ready(String message) {
        return new Readiness(true, message);
    }

    public static Readiness notReady(String message) {
        return new Readiness(false, message);
    }

    /** Returns whether the member whose status this is has joined, has a valid lease, and makes progress. */
    public static Readiness of(GroupStatus status) {
        if (status.self().stalled()) {
            return notReady("gave its share away because its work made no progress");
        }
        return status.self()
                .problem()
                .map(Readiness::notReady)
                .orElseGet(() -> status.self().lease().isZero()
                        ? notReady(
                                "has no valid lease: it has not joined yet, or the board has not answered for too long")
                        : ready("holds " + status.self().held() + " tokens"));
    }
}
