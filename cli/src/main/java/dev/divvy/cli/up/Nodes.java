package dev.divvy.cli.up;

import dev.divvy.cli.resp.Answer;
import dev.divvy.cli.resp.Counter;
import dev.divvy.cli.terminal.Failure;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/** The nodes of a cache, each a process. Who is gone stays gone until somebody asks for it at the counter. Guarded by itself. */
final class Nodes implements AutoCloseable {

    private final NodeLaunch launch;
    private final Consumer<String> told;
    private final Counter counter;
    private final NodesLook look;

    /** By number. */
    private final Map<Integer, Child> children = new TreeMap<>();

    /** Those of whose end was told. */
    private final List<Child> missed = new ArrayList<>();

    /** News from the counter, which are told by whoever looks after it. */
    private final List<String> news = new ArrayList<>();

    private boolean ended;

    Nodes(NodeLaunch launch, int count, Consumer<String> told) {
        this.launch = launch;
        this.told = told;
        for (int i = 1; i <= count; i++) {
            children.put(i, launch.begin(i, count));
        }
        try {
            this.counter = Counter.at(launch.base(), this::answer);
        } catch (IOException e) {
            kill();
            throw Failure.failed("cannot listen on port " + launch.base() + ": " + e.getMessage());
        }
        this.look = new NodesLook(this);
    }

    NodeLaunch launch() {
        return launch;
    }

    /** What was seen last. */
    NodesLook look() {
        return look;
    }

    synchronized Map<Integer, Child> children() {
        return new TreeMap<>(children);
    }

    private Answer answer(List<String> words) {
        String command = words.get(0).toUpperCase(Locale.ROOT);
        try {
            if (command.equals("PING") && words.size() == 1) {
                return new Answer.Text("PONG");
            }
            if (command.equals("DIVVY.UP") && words.size() == 1) {
                return list();
            }
            if (command.equals("DIVVY.START") && words.size() == 2) {
                return start(words.get(1));
            }
        } catch (Failure failure) {
            return new Answer.Refused("ERR " + failure.getMessage());
        }
        return new Answer.Refused(
                "ERR '" + words.get(0) + "' is not known here; there are DIVVY.UP and DIVVY.START <number>");
    }

    private synchronized Answer list() {
        List<Answer> rows = new ArrayList<>();
        children.forEach((number, child) -> rows.add(row(number, child)));
        return new Answer.Many(rows);
    }

    private Answer row(int number, Child child) {
        return Answer.texts(
                "name",
                child.id(),
                "pid",
                Long.toString(child.pid()),
                "state",
                child.isAlive() ? "up" : "gone",
                "listen",
                launch.listen(number));
    }

    private synchronized Answer start(String written) {
        int next = children.size() + 1;
        int number = written.matches("[0-9]{1,5}") ? Integer.parseInt(written) : 0;
        if (number < 1 || number > next || number > NodeLaunch.MOST) {
            throw Failure.failed(written + " cannot be started; there are 1 to " + children.size()
                    + (next <= NodeLaunch.MOST ? ", and " + next + " is the next" : ", which is all there can be"));
        }
        Child there = children.get(number);
        if (ended) {
            throw Failure.failed("all of it is ending");
        }
        if (there != null && there.isAlive()) {
            throw Failure.failed(there.id() + " is up already, pid " + there.pid());
        }
        launch.needFree(number);
        Child child = launch.begin(number, Math.max(number, children.size()));
        children.put(number, child);
        news.add(child.id() + " is started, pid " + child.pid());
        return row(number, child);
    }

    /** Tells who came and who is gone. */
    synchronized void lookAfter() {
        news.forEach(told);
        news.clear();
        children.forEach((number, child) -> {
            if (!child.isAlive() && !missed.contains(child)) {
                missed.add(child);
                told.accept(child.id() + " (pid " + child.pid() + ") is gone, " + child.ending()
                        + "; ./divvy shell --at " + launch.listen(number == 1 && children.size() > 1 ? 2 : 1)
                        + " -c 'start " + number
                        + "' brings it back");
            }
        });
    }

    /** Lets all finish and waits for that; those that do not are ended by force. */
    void end() {
        synchronized (this) {
            ended = true;
        }
        counter.close();
        look.close();
        new Crew(List.copyOf(children().values()), "", told).end();
    }

    /** Ends all by force, on any thread. */
    void kill() {
        children().values().forEach(Child::kill);
    }

    @Override
    public void close() {
        end();
    }
}
