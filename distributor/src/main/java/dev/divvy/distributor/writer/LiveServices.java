package dev.divvy.distributor.writer;

import dev.divvy.distributor.ping.PingResult;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Who of the services takes part, by how they answered so far. A value: every round of pings makes the next one.
 *
 * @param services only those that are registered
 */
record LiveServices(int failuresToDeny, Map<String, Standing> services) {

    /**
     * How one service stands.
     *
     * @param present whether it takes part
     * @param failures failed pings in a row
     * @param reason why the last ping failed; empty when it did not
     */
    record Standing(boolean present, int failures, Optional<String> reason) {}

    /** A service that came or went. */
    record News(String service, Kind kind, String reason) {

        enum Kind {
            CAME,
            RETURNED,
            DENIED,
            WITHDRAWN
        }
    }

    /** Before the first round: who hangs in the table is thought to be there, so that a change of the writer changes nothing else. */
    static LiveServices begin(int failuresToDeny, Collection<String> inTheTable) {
        Map<String, Standing> services = new TreeMap<>();
        inTheTable.forEach(service -> services.put(service, new Standing(true, 0, Optional.empty())));
        return new LiveServices(failuresToDeny, services);
    }

    /**
     * After a round: whoever was not asked is not registered any more.
     *
     * @param counts whether a failure counts as one more in a row; where several make a denial, those of one poll interval are one
     */
    LiveServices after(Map<String, PingResult> answers, boolean counts) {
        Map<String, Standing> next = new TreeMap<>();
        answers.forEach((service, answer) -> next.put(service, standing(services.get(service), answer, counts)));
        return new LiveServices(failuresToDeny, next);
    }

    private Standing standing(@Nullable Standing before, PingResult answer, boolean counts) {
        if (answer.alive()) {
            return new Standing(true, 0, Optional.empty());
        }
        int failures = (before == null ? 0 : before.failures()) + (counts ? 1 : 0);
        boolean present = before != null && before.present() && failures < failuresToDeny;
        return new Standing(present, failures, answer.denial());
    }

    Set<String> present() {
        Set<String> present = new TreeSet<>();
        services.forEach((service, standing) -> {
            if (standing.present()) {
                present.add(service);
            }
        });
        return present;
    }

    /** What is new since an earlier one. */
    List<News> since(LiveServices before) {
        List<News> news = new ArrayList<>();
        services.forEach((service, now) -> {
            Standing then = before.services.get(service);
            if (now.present() && (then == null || !then.present())) {
                news.add(new News(service, then == null ? News.Kind.CAME : News.Kind.RETURNED, ""));
            } else if (!now.present() && (then == null || then.present())) {
                news.add(new News(service, News.Kind.DENIED, now.reason().orElse("")));
            }
        });
        before.services.keySet().stream()
                .filter(service -> !services.containsKey(service))
                .forEach(service -> news.add(new News(service, News.Kind.WITHDRAWN, "")));
        return news;
    }
}
