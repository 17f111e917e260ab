package dev.divvy.console;

import java.util.List;

/**
 * The processes that {@code divvy up} started, and the result of its own checks.
 *
 * @param chaos whether a random fault is injected every few seconds
 */
public record OperationsView(boolean chaos, Audit audit, List<ManagedProcess> processes) {

    /**
     * The sums of all checks since the start. {@code lost} and {@code outOfOrder} are zero unless Divvy has broken a promise.
     *
     * @param faults the faults that were injected: processes that were killed or paused
     * @param checks the number of values, events and effects that were checked
     * @param lost acknowledged entries, events or units that are gone without a reason
     * @param outOfOrder events that were first delivered after a later event of the same entity
     * @param refused effects of former owners that were refused
     * @param repeated events that were delivered again, as at-least-once delivery allows
     * @param crashed cache entries that were gone after the node that held them had crashed or was ejected
     */
    public record Audit(
            long faults, long checks, long lost, long outOfOrder, long refused, long repeated, long crashed) {}

    /**
     * A process.
     *
     * @param member its name in its group; that of a service is its address
     * @param state starting, running, paused or down
     * @param detail its work, or the reason why it has none
     * @param actions the actions that are possible now: kill, stop, pause, continue, start
     */
    public record ManagedProcess(
            String product, String name, String member, long pid, String state, String detail, List<String> actions) {

        public ManagedProcess {
            actions = List.copyOf(actions);
        }
    }

    public OperationsView {
        processes = List.copyOf(processes);
    }
}
