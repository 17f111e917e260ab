package dev.divvy.distributor.round;

import dev.divvy.allocation.Version;
import dev.divvy.coordination.member.Hold;
import dev.divvy.distributor.DistributorSettings;
import dev.divvy.distributor.DistributorStatus.ServiceStatus;
import dev.divvy.distributor.Namespaces;
import dev.divvy.distributor.ping.Answer;
import dev.divvy.distributor.ping.Pinger;
import dev.divvy.distributor.store.Store;
import dev.divvy.distributor.table.Change;
import dev.divvy.distributor.table.Lists;
import dev.divvy.distributor.table.Planning;
import dev.divvy.distributor.table.Reading;
import dev.divvy.distributor.table.Sheet;
import dev.divvy.distributor.table.Table;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;

/**
 * The rounds of one writer: what it learned in one it knows in the next. A new writer begins with what hangs in the table. Used by the
 * writing thread only.
 */
final class Round {

    private final Store store;
    private final DistributorSettings settings;
    private final Pinger pinger;
    private final Logbook logbook;
    private final Tally tally;
    private final Target target;
    private final Past past;

    private Optional<Attendance> attendance = Optional.empty();

    Round(Store store, DistributorSettings settings, Pinger pinger, Logbook logbook, Tally tally, Past past) {
        this.store = store;
        this.settings = settings;
        this.pinger = pinger;
        this.logbook = logbook;
        this.tally = tally;
        this.past = past;
        this.target = new Target(settings.planning(), settings.namespaces().units());
    }

    /** Reads, pings, decides, writes if there is something to write; answers what it saw. */
    View play(Hold hold) throws InterruptedException {
        Reading reading = target.reading(lists());
        logbook.refused(reading.refused());
        Attendance before = attendance();
        Attendance now =
                before.after(attendance.isEmpty() ? pingAnew(reading.allServices()) : ping(reading.allServices()));
        attendance = Optional.of(now);
        List<Attendance.News> news = now.since(before);
        news.forEach(logbook::news);
        tally.news(news);
        Sheet sheet = read();
        boolean nobody = now.present().isEmpty() && !reading.allServices().isEmpty();
        logbook.nobodyAnswers(nobody, now.services().size());
        if (nobody) {
            return view(sheet.version(), sheet.table(), reading, now);
        }
        Table table = target.table(reading, now.present(), sheet.table());
        Optional<Change> change = Planning.change(sheet, table, reading.allServices(), past.memory(System.nanoTime()));
        boolean written = change.isPresent() && write(change.get(), table, news, hold);
        return view(
                written ? change.map(Change::next) : sheet.version(),
                written || change.isEmpty() ? table : sheet.table(),
                reading,
                now);
    }

    private Lists lists() {
        Namespaces names = settings.namespaces();
        Map<String, List<String>> services = new TreeMap<>();
        names.services()
                .forEach(namespace -> services.put(namespace, store.names().read(namespace)));
        return new Lists(services, store.names().read(names.units()));
    }

    private Attendance attendance() {
        return attendance.orElseGet(() -> Attendance.begin(
                settings.pingFailures(), store.sheets().read().table().fields().keySet()));
    }

    /** The first of a new writer: all connections are yet to be made, and who is slow because of that is asked once more. */
    private Map<String, Answer> pingAnew(Set<String> services) throws InterruptedException {
        Map<String, Answer> answers = ping(services);
        return answers.values().stream().allMatch(Answer::alive) ? answers : ping(services);
    }

    private Map<String, Answer> ping(Set<String> services) throws InterruptedException {
        Map<String, Answer> answers;
        try {
            answers = pinger.round(services).get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("a round of pings failed", e.getCause());
        }
        tally.pinged(answers.values());
        return answers;
    }

    private Sheet read() {
        Sheet sheet = store.sheets().read();
        sheet.version().map(Version::epoch).ifPresent(this::seen);
        return sheet;
    }

    private void seen(long epoch) {
        past.seen(epoch, System.nanoTime());
    }

    private boolean write(Change change, Table table, List<Attendance.News> news, Hold hold) {
        if (!store.sheets().replace(change, hold)) {
            logbook.notTaken(change);
            return false;
        }
        seen(change.next().epoch());
        tally.redistributed(change);
        logbook.redistributed(change, table, news);
        return true;
    }

    private static View view(Optional<Version> version, Table table, Reading reading, Attendance attendance) {
        List<ServiceStatus> services = attendance.services().entrySet().stream()
                .map(entry -> new ServiceStatus(
                        entry.getKey(),
                        entry.getValue().present(),
                        entry.getValue().reason(),
                        table.unitsOf(entry.getKey()).size()))
                .toList();
        return new View(version, services, reading.units().count(), reading.refused(), Optional.empty());
    }
}
