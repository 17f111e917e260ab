package dev.divvy.distributor.writer;

import dev.divvy.distributor.DistributorStatus.Refusal;
import dev.divvy.distributor.table.AssignmentTable;
import dev.divvy.distributor.table.DistributionChange;
import dev.divvy.distributor.table.UnitMoves;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells people what happens, one line for each thing that they would want to know, and nothing twice. Used by the writing thread only. */
final class WriterLog {

    private static final Logger LOG = LoggerFactory.getLogger("dev.divvy.distributor");
    private static final Duration REPEAT = Duration.ofMinutes(1);
    private static final int MOST_NAMED = 5;
    private static final int MOST_REFUSED = 20;

    private List<Refusal> refused = List.of();
    private Optional<String> trouble = Optional.empty();
    private long troubleToldAt;
    private boolean nobody;

    void writing(String instance) {
        LOG.info("{} writes the table from now on", instance);
    }

    void writesNoLonger(String instance) {
        LOG.info("{} does not write the table any more", instance);
    }

    void news(LiveServices.News news) {
        switch (news.kind()) {
            case CAME -> LOG.info("service {} is new and answers", news.service());
            case RETURNED -> LOG.info("service {} answers again", news.service());
            case DENIED -> LOG.warn("service {} is denied: {}", news.service(), news.reason());
            case WITHDRAWN -> LOG.info("service {} is not registered any more", news.service());
        }
    }

    /** @param units whether the list of units is another than in the round before */
    void redistributed(DistributionChange change, AssignmentTable table, List<LiveServices.News> news, boolean units) {
        UnitMoves moves = change.moves();
        LOG.info(
                "table {} hangs: {} units moved, {} given, {} taken back, {} services; because {}",
                change.next().epoch(),
                moves.moved(),
                moves.given(),
                moves.taken(),
                table.fields().size(),
                why(change, news, units));
    }

    /** What a person would call the cause. */
    private static String why(DistributionChange change, List<LiveServices.News> news, boolean units) {
        List<String> causes = new ArrayList<>();
        for (LiveServices.News.Kind kind : LiveServices.News.Kind.values()) {
            List<String> services = news.stream()
                    .filter(one -> one.kind() == kind)
                    .map(LiveServices.News::service)
                    .toList();
            if (!services.isEmpty()) {
                causes.add(named(services)
                        + switch (kind) {
                            case CAME -> " came";
                            case RETURNED -> " returned";
                            case DENIED -> " was denied";
                            case WITHDRAWN -> " was withdrawn";
                        });
            }
        }
        if (units) {
            causes.add("units came or went");
        }
        if (causes.isEmpty()) {
            return change.basis().isEmpty() ? "there was none" : "another one hung there";
        }
        return String.join(", ", causes);
    }

    private static String named(List<String> services) {
        return services.size() <= MOST_NAMED
                ? String.join(" and ", services)
                : services.get(0) + " and " + (services.size() - 1) + " others";
    }

    /** The writer of now is another, or the sheet changed between reading and writing. */
    void notTaken(DistributionChange change) {
        LOG.info(
                "table {} was not taken: it was made from another than what hangs; looking again",
                change.next().epoch());
    }

    void refused(List<Refusal> now) {
        if (now.equals(refused)) {
            return;
        }
        Set<Refusal> known = new HashSet<>(refused);
        List<Refusal> fresh = now.stream().filter(one -> !known.contains(one)).toList();
        fresh.stream().limit(MOST_REFUSED).forEach(one -> LOG.warn("left out: {}", one));
        if (fresh.size() > MOST_REFUSED) {
            LOG.warn("left out: {} more names that cannot be used", fresh.size() - MOST_REFUSED);
        }
        refused = now;
    }

    void nobodyAnswers(boolean now, int registered) {
        if (now && !nobody) {
            LOG.warn("none of {} services answers: the last table stays until one does", registered);
        }
        nobody = now;
    }

    void trouble(String message, long now) {
        if (!trouble.equals(Optional.of(message)) || now - troubleToldAt >= REPEAT.toNanos()) {
            LOG.error("{}; trying again", message);
            troubleToldAt = now;
        }
        trouble = Optional.of(message);
    }

    /** Something that should not happen: with all that is known of it, but not every time. */
    void failed(RuntimeException e, long now) {
        String message = "a round failed: " + e;
        if (!trouble.equals(Optional.of(message)) || now - troubleToldAt >= REPEAT.toNanos()) {
            LOG.error("a round failed; trying again", e);
            troubleToldAt = now;
        }
        trouble = Optional.of(message);
    }

    void fine() {
        trouble.ifPresent(before -> LOG.info("the store answers again"));
        trouble = Optional.empty();
    }
}
