package dev.divvy.coordination.member;

import dev.divvy.coordination.protocol.ProtocolAgent;
import dev.divvy.coordination.protocol.knowledge.DirectReleases.Report;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** The releases that other members have reported, until the agent is told: one step of the protocol takes all that have come. Thread-safe. */
final class ReportedReleases {

    private final Queue<Report> reports = new ConcurrentLinkedQueue<>();

    void add(Report report) {
        reports.add(report);
    }

    /** Tells the agent what has come since the last call; on the pulse thread. */
    void tell(ProtocolAgent agent, long now) {
        List<Report> taken = new ArrayList<>();
        for (Report next = reports.poll(); next != null; next = reports.poll()) {
            taken.add(next);
        }
        if (!taken.isEmpty()) {
            agent.releasedBy(taken, now);
        }
    }
}
