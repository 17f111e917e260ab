package dev.divvy.distributor.writer;

import dev.divvy.allocation.Units;
import dev.divvy.allocation.Version;
import dev.divvy.coordination.Hold;
import dev.divvy.distributor.DistributorSettings;
import dev.divvy.distributor.DistributorStatus.ServiceStatus;
import dev.divvy.distributor.Namespaces;
import dev.divvy.distributor.ping.PingResult;
import dev.divvy.distributor.ping.Pinger;
import dev.divvy.distributor.store.StorePorts;
import dev.divvy.distributor.table.AssignmentTable;
import dev.divvy.distributor.table.Distribution;
import dev.divvy.distributor.table.DistributionChange;
import dev.divvy.distributor.table.StoredLists;
import dev.divvy.distributor.table.TablePlanner;
import dev.divvy.distributor.table.ValidLists;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The rounds of one writer: what it learned in one it knows in the next. A new writer begins with what hangs in the table. Used by the
 * writing thread only.
 */
final class WriterRounds {

    /** A round may be a little early; which part of a poll interval makes it the next poll. */
    private static final double COUNTED = 0.9;

    /** How much longer than their timeout a round of pings may take, on a machine that is very busy. */
    private static final Duration SLACK = Duration.ofSeconds(30);

    private final StorePorts store;
    private final DistributorSettings settings;
    private final Pinger pinger;
    private final WriterLog logbook;
    private final WriterCounters tally;
    private final TargetTable target;
    private final EpochHistory past;

    private Optional<LiveServices> attendance = Optional.empty();

    /** When a failed ping last counted. */
    private long lastCounted;

    /** Who acknowledged, and was not registered, in the last round. */
    private Set<String> strangers = Set.of();

    /** The units of the round before. */
    private Optional<Units> lastUnits = Optional.empty();

    /** What was to be written when the answer was lost. */
    private Optional<Written> unanswered = Optional.empty();

    private record Written(
            DistributionChange change, AssignmentTable table, List<LiveServices.News> news, boolean units) {}

    WriterRounds(
            StorePorts store,
            DistributorSettings settings,
            Pinger pinger,
            WriterLog logbook,
            WriterCounters tally,
            EpochHistory past) {
        this.store = store;
        this.settings = settings;
        this.pinger = pinger;
        this.logbook = logbook;
        this.tally = tally;
        this.past = past;
        this.target = new TargetTable(
                new TablePlanner(settings.strategy(), settings.perNamespace()),
                settings.namespaces().units());
    }

    /**
     * Reads, pings, decides, writes if there is something to write; returns what it saw. The table is read after the lists: a service
     * acknowledges before it registers, so that of each service in the lists it is known whether it acknowledges.
     */
    RoundResult play(Hold hold) throws InterruptedException {
        ValidLists reading = target.reading(lists());
        logbook.refused(reading.refused());
        Distribution sheet = read();
        List<LiveServices.News> news = callTheRoll(reading.allServices(), sheet);
        LiveServices now = attendance.orElseThrow();
        logbook.nobodyAnswers(
                now.present().isEmpty() && !reading.allServices().isEmpty(),
                now.services().size());
        AssignmentTable table = target.table(reading, now.present(), sheet.table());
        Optional<DistributionChange> change =
                TablePlanner.change(sheet, table, known(reading, sheet), past.memory(System.nanoTime()));
        boolean units =
                lastUnits.filter(before -> !before.equals(reading.units())).isPresent();
        lastUnits = Optional.of(reading.units());
        boolean written = change.isPresent() && write(new Written(change.get(), table, news, units), hold);
        return view(
                written ? change.map(DistributionChange::next) : sheet.version(),
                written || change.isEmpty() ? table : sheet.table(),
                reading,
                now);
    }

    private List<LiveServices.News> callTheRoll(Set<String> services, Distribution sheet) throws InterruptedException {
        boolean first = attendance.isEmpty();
        LiveServices before = attendance.orElseGet(() -> LiveServices.begin(
                settings.pingFailures(), sheet.table().fields().keySet()));
        long now = System.nanoTime();
        boolean counts = first
                || settings.pingFailures() == 1
                || now - lastCounted >= COUNTED * settings.pollInterval().toNanos();
        lastCounted = counts ? now : lastCounted;
        LiveServices after = before.after(first ? pingAnew(services) : ping(services), counts);
        attendance = Optional.of(after);
        List<LiveServices.News> news = after.since(before);
        news.forEach(logbook::news);
        tally.news(news);
        return news;
    }

    /**
     * Whose acknowledgements stay: of all who are registered, and of those who are seen without being registered for the first time. A
     * newcomer says that it acknowledges before it registers, and may do so between our reading of the lists and of the sheet.
     */
    private Set<String> known(ValidLists reading, Distribution sheet) {
        Set<String> registered = reading.allServices();
        Set<String> before = strangers;
        strangers = new HashSet<>(sheet.acknowledged().keySet());
        strangers.removeAll(registered);
        Set<String> known = new HashSet<>(sheet.acknowledged().keySet());
        known.removeAll(before);
        known.addAll(registered);
        return known;
    }

    private StoredLists lists() {
        Namespaces names = settings.namespaces();
        Map<String, List<String>> services = new TreeMap<>();
        names.services()
                .forEach(namespace -> services.put(namespace, store.names().read(namespace)));
        return new StoredLists(services, store.names().read(names.units()));
    }

    /**
     * The first of a new writer: all connections are yet to be made, and a thousand of them take their time. Whoever does not answer is asked
     * again, as long as that finds more who do.
     */
    private Map<String, PingResult> pingAnew(Set<String> services) throws InterruptedException {
        Map<String, PingResult> answers = new TreeMap<>(ping(services));
        for (long before = -1; alive(answers) > before && alive(answers) < services.size(); ) {
            before = alive(answers);
            ping(services)
                    .forEach((service, answer) ->
                            answers.merge(service, answer, (first, second) -> first.alive() ? first : second));
        }
        return answers;
    }

    private static long alive(Map<String, PingResult> answers) {
        return answers.values().stream().filter(PingResult::alive).count();
    }

    private Map<String, PingResult> ping(Set<String> services) throws InterruptedException {
        Map<String, PingResult> answers;
        try {
            answers = pinger.round(services)
                    .get(settings.ping().timeout().plus(SLACK).toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("a round of pings did not come to its end: " + e, e);
        }
        tally.pinged(answers.values());
        return answers;
    }

    private Distribution read() {
        Distribution sheet = store.distribution().read();
        sheet.version().map(Version::epoch).ifPresent(this::seen);
        unanswered
                .filter(lost -> sheet.version().equals(Optional.of(lost.change().next())))
                .ifPresent(this::told);
        unanswered = Optional.empty();
        return sheet;
    }

    private void seen(long epoch) {
        past.seen(epoch, System.nanoTime());
    }

    private boolean write(Written next, Hold hold) {
        unanswered = Optional.of(next);
        boolean written = store.distribution().replace(next.change(), hold);
        unanswered = Optional.empty();
        if (written) {
            seen(next.change().next().epoch());
            told(next);
        } else {
            logbook.notTaken(next.change());
        }
        return written;
    }

    private void told(Written written) {
        tally.redistributed(written.change());
        logbook.redistributed(written.change(), written.table(), written.news(), written.units());
    }

    private static RoundResult view(
            Optional<Version> version, AssignmentTable table, ValidLists reading, LiveServices attendance) {
        List<ServiceStatus> services = attendance.services().entrySet().stream()
                .map(entry -> new ServiceStatus(
                        entry.getKey(),
                        entry.getValue().present(),
                        entry.getValue().reason(),
                        table.unitsOf(entry.getKey()).size()))
                .toList();
        return new RoundResult(version, services, reading.units().count(), reading.refused(), Optional.empty());
    }
}
