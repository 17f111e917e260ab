package dev.divvy.cache.node;

import dev.divvy.allocation.EpochSummary;
import dev.divvy.cache.cluster.CurrentRouting;
import dev.divvy.cache.cluster.RoutingTable;
import dev.divvy.coordination.GroupMismatchException;
import dev.divvy.coordination.Membership;
import dev.divvy.coordination.status.GroupStatus;
import dev.divvy.coordination.status.MemberStatus;
import dev.divvy.coordination.support.DaemonThreads;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps the routing table equal to the status of the group, on a thread of its own. */
public final class RoutingFollower {

    private static final Logger log = LoggerFactory.getLogger(RoutingFollower.class);
    private static final Duration CHECK_INTERVAL = Duration.ofSeconds(1);

    private final Membership membership;
    private final CurrentRouting routing;
    private final Consumer<RoutingTable> tableListener;
    private final Thread thread;

    private volatile boolean stopped;

    /** Written by the thread of this object only, like the logged epoch. */
    private Optional<GroupStatus> lastStatus = Optional.empty();

    private long loggedEpoch;

    /** @param tableListener called with every new routing table, after it came into use */
    public RoutingFollower(Membership membership, CurrentRouting routing, Consumer<RoutingTable> tableListener) {
        this.membership = membership;
        this.routing = routing;
        this.tableListener = tableListener;
        this.thread = DaemonThreads.unstarted("divvy-cache-" + membership.id() + "-routing", this::followGroup);
    }

    public void start() {
        thread.start();
    }

    public void stop() {
        stopped = true;
        thread.interrupt();
    }

    private void followGroup() {
        while (!stopped) {
            try {
                boolean unused = membership.await(this::isChanged, CHECK_INTERVAL);
                GroupStatus status = membership.status();
                if (isChanged(status)) {
                    lastStatus = Optional.of(status);
                    follow(status);
                }
            } catch (GroupMismatchException e) {
                return; // the node never joins; the caller of its start is told
            } catch (InterruptedException e) {
                log.debug("{}: the routing thread was interrupted", membership.id());
            } catch (RuntimeException e) {
                if (stopped) {
                    return; // the listener of the table may be closed already
                }
                log.error("{}: the routing table could not be updated; the last one stays in use", membership.id(), e);
            }
        }
    }

    /** Whether requests may have to take another route; asked after every turn of the membership. */
    private boolean isChanged(GroupStatus status) {
        if (lastStatus.isEmpty()) {
            return true;
        }
        GroupStatus last = lastStatus.get();
        return !status.version().equals(last.version())
                || !haveSameRoutes(status.members(), last.members())
                || !status.handovers().equals(last.handovers());
    }

    private static boolean haveSameRoutes(List<MemberStatus> members, List<MemberStatus> last) {
        boolean same = members.size() == last.size();
        for (int i = 0; same && i < last.size(); i++) {
            MemberStatus member = members.get(i);
            same = member.incarnation().equals(last.get(i).incarnation())
                    && member.state() == last.get(i).state()
                    && member.address().equals(last.get(i).address());
        }
        return same;
    }

    private void follow(GroupStatus status) {
        logEpochs(status);
        RoutingTable table = RoutingTable.of(status);
        routing.replace(table);
        tableListener.accept(table);
    }

    /** Logs one line per epoch since this node joined: the cause, the tokens moved and the members. */
    private void logEpochs(GroupStatus status) {
        if (loggedEpoch == 0) {
            loggedEpoch = status.version().map(version -> version.epoch() - 1).orElse(0L);
        }
        String members = status.members().stream().map(member -> member.id()).collect(Collectors.joining(" "));
        for (EpochSummary summary : status.history()) {
            if (summary.epoch() > loggedEpoch) {
                log.info(
                        "{}: epoch {}: {}; {} of {} tokens moved; members: {}",
                        membership.id(),
                        summary.epoch(),
                        summary.causes().isEmpty() ? "no membership change" : String.join(", ", summary.causes()),
                        summary.moved(),
                        status.pieces().count(),
                        members);
                loggedEpoch = summary.epoch();
            }
        }
    }
}
