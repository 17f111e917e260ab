package dev.divvy.cli.group;

import dev.divvy.cli.outbox.Opened;
import dev.divvy.cli.outbox.Place;
import dev.divvy.cli.terminal.Failure;
import dev.divvy.coordination.Sighting;
import dev.divvy.coordination.Timing;
import java.time.Duration;
import java.util.List;

/** A board in a database. */
record SqlSight(Opened opened, String group) implements Sight {

    /** Nobody joins, so only the patience that follows from these times counts: a person can wait. */
    private static final Timing PATIENT = Timing.of(Duration.ofSeconds(10), Duration.ofSeconds(40));

    private static final int CONNECTIONS = 2;
    private static final int SOME = 20;

    /** Opens it; that there is no such group is said in one line, with those that are there. */
    static SqlSight open(Place place, String group) {
        Opened opened = place.open(CONNECTIONS, settings -> settings.with(PATIENT));
        try {
            if (!Sight.isTrace(opened.look(group))) {
                List<String> groups = opened.ask(() -> opened.outbox().boards().groups());
                if (!groups.contains(group)) {
                    throw Failure.failed("there is no group '" + group + "' in " + opened.shown() + "; "
                            + (groups.isEmpty() ? "nobody has joined any yet" : "there are " + shown(groups)));
                }
            }
            return new SqlSight(opened, group);
        } catch (RuntimeException e) {
            opened.close();
            throw e;
        }
    }

    private static String shown(List<String> groups) {
        return String.join(", ", groups.subList(0, Math.min(SOME, groups.size())))
                + (groups.size() > SOME ? " and " + (groups.size() - SOME) + " more" : "");
    }

    @Override
    public Sighting look() {
        return opened.look(group);
    }

    @Override
    public void close() {
        opened.close();
    }
}
