package dev.divvy.boardpeers.keep;

import dev.divvy.boardpeers.call.Question;
import dev.divvy.boardpeers.call.Reply;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * What one node of a mesh does. Which role it has follows from its company: it follows the keeper, is about to keep the boards, or keeps
 * them; its own questions and what others say go to the role. It has no thread, no clock and no network: a loop runs it, and is its one
 * writer.
 */
public final class Clerk {

    private final Surroundings around;
    private final Errands errands;

    /** Who said farewell: their ports are closed, but their processes may live on. */
    private final Set<String> departed = new HashSet<>();

    /** Who said something as a keeper that this node did not take for one. */
    private final Set<String> missed = new HashSet<>();

    /** The number of the newest company that this node was told of. */
    private long newest = -1;

    private Role role;

    public Clerk(String me, Limits limits, Outlet outlet) {
        this.around = new Surroundings(me, limits, outlet);
        this.errands = new Errands(outlet);
        this.role = new Following(around, "", Book.NONE);
    }

    public boolean isKeeping() {
        return role instanceof Keeping;
    }

    public Book book() {
        return role.book();
    }

    /** Whether something is to be done soon even if nothing happens. */
    public boolean isBusy() {
        return role.isBusy() || errands.anyUnsent();
    }

    // --- which role ---

    public void viewed(Company next, long now) {
        around.at(now);
        around.become(next);
        String keeper = role.keeper();
        if (next.number() >= newest) {
            newest = next.number();
            keeper = next.keeper();
        }
        if (!keeper.equals(around.me())) {
            Following following = follow(keeper);
            if (following.lacks() || missed.contains(keeper)) {
                following.askForAll();
            }
            missed.clear();
        } else if (role instanceof Keeping keeping && !next.merged()) {
            keeping.companyChanged();
            lookAfter();
        } else {
            errands.keeperWent("");
            boolean merged = next.merged() || (role instanceof Collecting before && before.isMerged());
            Collecting collecting = new Collecting(around, book(), merged);
            role = collecting;
            collecting.choice().ifPresent(base -> keep(collecting, base));
        }
    }

    private Following follow(String keeper) {
        Following following = new Following(around, keeper, book());
        role = following;
        errands.keeperWent(keeper);
        sendErrands();
        return following;
    }

    private void keep(Collecting before, Book base) {
        Keeping keeping = new Keeping(around, before, base, this::answer);
        role = keeping;
        keeping.begin();
        lookAfter();
        book().pages().keySet().forEach(around.outlet()::changed);
        sendErrands();
    }

    /** The keeper looks after those who went without a word and have cards on its boards. */
    private void lookAfter() {
        Set<String> homes = book().homes();
        Company company = around.company();
        departed.removeIf(node -> !homes.contains(node) && !company.has(node));
        homes.stream()
                .filter(home -> !company.has(home) && !departed.contains(home))
                .forEach(around.outlet()::probe);
    }

    /** The process of this node has ended. */
    public void ended(String node) {
        if (role instanceof Keeping keeping && !around.company().has(node) && !departed.contains(node)) {
            keeping.takeOff(node);
        }
    }

    // --- what others say ---

    public void told(String from, Note note, long now) {
        around.at(now);
        if (note instanceof Note.Ask ask) {
            if (role instanceof Keeping keeping && keeping.hears(from, ask.line())) {
                keeping.rule(from, ask.number(), ask.question());
            } else {
                around.send(from, new Note.Answer(ask.number(), new Reply.NotNow()));
            }
        } else if (note instanceof Note.Answer answer) {
            errands.answered(from, answer.number(), answer.reply());
        } else if (note instanceof Note.Farewell) {
            departed.add(from);
        } else if (note instanceof Note.Collect collect) {
            collect(from, collect);
        } else if (note instanceof Note.Fetch fetch) {
            around.send(from, new Note.Given(fetch.company(), book()));
        } else if (note instanceof Note.Collected || note instanceof Note.Given) {
            if (role instanceof Collecting collecting) {
                collected(collecting, from, note).ifPresent(base -> keep(collecting, base));
            }
        } else if (role instanceof Keeping keeping) {
            keeping.told(from, note);
        } else if (role instanceof Following following && from.equals(following.keeper())) {
            following.told(note);
            sendErrands();
        } else {
            missed.add(from);
        }
    }

    /** One who collects for a newer company is obeyed before that company is seen. */
    private void collect(String from, Note.Collect collect) {
        if (collect.company() > newest && !from.equals(around.me())) {
            newest = collect.company();
            follow(from);
        }
        if (role instanceof Following following && from.equals(following.keeper())) {
            following.show(collect);
        }
    }

    private static Optional<Book> collected(Collecting collecting, String from, Note note) {
        if (note instanceof Note.Given given) {
            return collecting.given(from, given);
        }
        collecting.heard(from, (Note.Collected) note);
        return collecting.choice();
    }

    // --- what this node asks ---

    public void asked(long number, Question question, long now) {
        around.at(now);
        errands.add(number, question);
        sendErrands();
    }

    /** Nobody waits for the answer any more. */
    public void dropped(long number) {
        errands.drop(number);
    }

    private void sendErrands() {
        if (role instanceof Keeping keeping) {
            errands.send(around.me(), (number, question) -> keeping.rule(around.me(), number, question));
        } else if (role instanceof Following following && following.mayAsk()) {
            errands.send(following.keeper(), following::ask);
        }
    }

    private void answer(Answers.Answer answer) {
        if (answer.to().equals(around.me())) {
            errands.answered(answer.to(), answer.number(), answer.reply());
        } else {
            around.send(answer.to(), new Note.Answer(answer.number(), answer.reply()));
        }
    }

    /** Time passed. */
    public void passed(long now) {
        around.at(now);
        if (role instanceof Collecting collecting) {
            collecting.choice().ifPresent(base -> keep(collecting, base));
        } else if (role instanceof Following following) {
            following.passed();
        }
        sendErrands();
    }

    /** Before this node leaves in good order. */
    public void leave() {
        around.toAll(new Note.Farewell());
    }
}
