package dev.divvy.boardpeers.keep;

import dev.divvy.coordination.Card;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What one node of a mesh does: it asks the keeper and has a copy of the book, or it is the keeper. It has no thread, no clock and no
 * network: a loop runs it, and is its one writer.
 */
public final class Clerk {

    private final String me;
    private final Limits limits;
    private final Outlet outlet;
    private final Errands errands;
    private final Answers answers = new Answers();

    /** Who said farewell: their ports are closed, but their processes may live on. */
    private final Set<String> departed = new HashSet<>();

    private Company company;
    private Book book = Book.NONE;

    /** The number of the newest company that this node was told of. */
    private long newest = -1;

    /** Who said something as a keeper that this node did not take for one. */
    private final Set<String> missed = new HashSet<>();

    /** Whose words count: the first of the company, or one that collects for a newer company. */
    private String obeys;

    private @Nullable Collecting collecting;
    private boolean keeping;

    /** Since when this node keeps boards that another kept before it. */
    private Optional<Long> tookOver = Optional.empty();

    private Optional<Long> lackingSaid = Optional.empty();

    /** The last moment that was told. */
    private long moment;

    public Clerk(String me, Limits limits, Outlet outlet) {
        this.me = me;
        this.limits = limits;
        this.outlet = outlet;
        this.errands = new Errands(outlet);
        this.company = new Company(-1, List.of(me), false);
        this.obeys = me;
    }

    public boolean isKeeping() {
        return keeping;
    }

    public Book book() {
        return book;
    }

    /** Whether something is to be done soon even if nothing happens. */
    public boolean isBusy() {
        return collecting != null || errands.anyUnsent() || (!keeping && lacks());
    }

    // --- the company ---

    public void viewed(Company next, long now) {
        moment = now;
        company = next;
        if (next.number() >= newest) {
            newest = next.number();
            obeys = next.keeper();
        }
        if (!obeys.equals(me)) {
            follow();
            if (lacks() || missed.contains(obeys)) {
                askForAll();
            }
            missed.clear();
        } else if (keeping && !next.merged()) {
            Set<String> known = Set.copyOf(book.marked());
            book = book.marked(next.nodes());
            for (String node : others()) {
                outlet.send(
                        node, known.contains(node) ? new Note.Mark(book.stamp(), book.marked()) : new Note.Whole(book));
            }
            settle();
        } else {
            collect();
        }
    }

    private void follow() {
        keeping = false;
        collecting = null;
        answers.clear();
        errands.keeperWent(obeys);
        sendErrands();
    }

    private List<String> others() {
        return company.nodes().stream().filter(node -> !node.equals(me)).toList();
    }

    private void toAll(Note note) {
        others().forEach(node -> outlet.send(node, note));
    }

    /** Whether the copy is not of the time of the one that keeps the boards now. */
    private boolean lacks() {
        return !book.stamp().keeper().equals(obeys);
    }

    private void askForAll() {
        lackingSaid = Optional.of(moment);
        outlet.send(obeys, new Note.Lacking());
    }

    // --- to become the keeper ---

    private void collect() {
        keeping = false;
        answers.clear();
        errands.keeperWent("");
        collecting = new Collecting(
                company, me, book.copy(), moment + limits.collect().toNanos());
        toAll(new Note.Collect(company.number()));
        choose(collecting);
    }

    private void choose(Collecting heard) {
        if (heard.isFetching() && heard.isLate(moment)) {
            heard.giveUpFetching();
        }
        if (heard.isFetching() || !(heard.complete() || heard.isLate(moment))) {
            return;
        }
        String best = heard.choice();
        Stamp stamp = heard.copyOf(best).stamp();
        if (stamp.isNone()) {
            keep(Book.NONE, heard);
        } else if (stamp.equals(book.stamp())) {
            keep(book, heard);
        } else {
            heard.fetch(best, moment + limits.collect().toNanos());
            outlet.send(best, new Note.Fetch(heard.company()));
        }
    }

    private void keep(Book base, Collecting heard) {
        boolean stranger = !base.copy().continues(book.copy().stamp());
        boolean whole = base.copy().isWhole(heard.heard());
        tookOver = base.pages().isEmpty() || base.stamp().keeper().equals(me) ? Optional.empty() : Optional.of(moment);
        book = base.keptBy(me, company);
        if (!whole) {
            book = book.in(book.stamp().line());
        }
        collecting = null;
        keeping = true;
        answers.begin(book.stamp().changes());
        toAll(new Note.Whole(book));
        if (stranger) {
            takeOff(me);
        }
        settle();
        book.pages().keySet().forEach(outlet::changed);
        sendErrands();
    }

    /** After every change of the company: who is alone waits for nobody, and who is gone is looked after. */
    private void settle() {
        confirm(0);
        Set<String> homes = book.homes();
        departed.removeIf(node -> !homes.contains(node) && !company.has(node));
        homes.stream()
                .filter(home -> !company.has(home) && !departed.contains(home))
                .forEach(outlet::probe);
    }

    // --- to be the keeper ---

    private void rule(String from, long number, Question question) {
        Page page = book.page(question.group());
        // A look begins no group, so it needs no room.
        Ruling ruling = question instanceof Question.Look || book.hasRoomFor(question.group(), limits)
                ? Ruling.on(question, page, from, from.equals(me), this::mayGo, limits)
                : Ruling.noRoom(limits);
        ruling.change().ifPresent(change -> change(question.group(), page, change, ruling.weighty()));
        answers.add(from, number, ruling.reply());
        confirm(0);
    }

    /** A keeper that took over may know older beats than were answered: for a time-to-live it takes off nobody. */
    private boolean mayGo(Card card) {
        return tookOver.filter(since -> moment - since < card.timeToLive().toNanos())
                .isEmpty();
    }

    private void change(String group, Page page, Change change, boolean weighty) {
        boolean news = change.isNews(page);
        book = book.with(group, change.on(page));
        if (weighty) {
            answers.need(book.stamp().changes());
        }
        toAll(new Note.Changed(book.stamp(), group, change, weighty));
        if (news) {
            outlet.changed(group);
        }
    }

    private void confirm(long changes) {
        answers.confirmed(company.nodes().size() == 1 ? book.stamp().changes() : changes);
        answers.flush(answer -> {
            if (answer.to().equals(me)) {
                errands.answered(me, answer.number(), answer.reply());
            } else {
                outlet.send(answer.to(), new Note.Answer(answer.number(), answer.reply()));
            }
        });
    }

    /** Takes off all cards that were renewed through this node. */
    private void takeOff(String node) {
        book.cardsOf(node)
                .forEach((group, cards) ->
                        cards.forEach(card -> change(group, book.page(group), new Change.Off(card.life()), true)));
        confirm(0);
    }

    /** The process of this node has ended. */
    public void ended(String node) {
        if (keeping && !company.has(node) && !departed.contains(node)) {
            takeOff(node);
        }
    }

    // --- what others say ---

    public void told(String from, Note note, long now) {
        moment = now;
        if (note instanceof Note.Ask ask) {
            if (keeping && company.has(from) && ask.line().equals(book.stamp().line())) {
                rule(from, ask.number(), ask.question());
            } else {
                outlet.send(from, new Note.Answer(ask.number(), new Reply.NotNow()));
            }
        } else if (note instanceof Note.Answer answer) {
            errands.answered(from, answer.number(), answer.reply());
        } else if (note instanceof Note.Farewell) {
            departed.add(from);
        } else if (note instanceof Note.Collect collect) {
            collect(from, collect);
        } else if (note instanceof Note.Collected collected) {
            collected(from, collected);
        } else if (note instanceof Note.Fetch fetch) {
            outlet.send(from, new Note.Given(fetch.company(), book));
        } else if (note instanceof Note.Given given) {
            given(from, given);
        } else if (keeping) {
            toldKeeper(from, note);
        } else if (from.equals(obeys)) {
            toldByKeeper(note);
        } else {
            missed.add(from);
        }
    }

    private void collect(String from, Note.Collect collect) {
        if (collect.company() > newest && !from.equals(me)) {
            newest = collect.company();
            obeys = from;
            follow();
        }
        if (from.equals(obeys)) {
            lackingSaid = Optional.of(moment);
            outlet.send(from, new Note.Collected(collect.company(), book.copy()));
        }
    }

    private void collected(String from, Note.Collected collected) {
        Collecting heard = collecting;
        if (heard != null && heard.company() == collected.company()) {
            heard.heard(from, collected.copy());
            choose(heard);
        }
    }

    private void given(String from, Note.Given given) {
        Collecting heard = collecting;
        if (heard != null && heard.company() == given.company() && heard.isFetchingFrom(from)) {
            keep(given.book(), heard);
        }
    }

    private void toldKeeper(String from, Note note) {
        if (note instanceof Note.Lacking && company.has(from)) {
            outlet.send(from, new Note.Whole(book));
        } else if (note instanceof Note.Kept kept
                && company.has(from)
                && kept.stamp().line().equals(book.stamp().line())) {
            if (kept.stranger()) {
                takeOff(from);
            }
            confirm(kept.stamp().changes());
        }
    }

    private void toldByKeeper(Note note) {
        if (note instanceof Note.Whole whole) {
            boolean stranger = !whole.book().copy().continues(book.copy().stamp());
            book = whole.book();
            outlet.send(obeys, new Note.Kept(book.stamp(), stranger));
            book.pages().keySet().forEach(outlet::changed);
            sendErrands();
        } else if (note instanceof Note.Changed changed) {
            changed(changed);
        } else if (note instanceof Note.Mark mark) {
            if (mark.stamp().equals(book.stamp())) {
                book = book.marked(mark.marked());
            } else {
                askForAll();
            }
        }
    }

    private void changed(Note.Changed changed) {
        if (changed.stamp().equals(book.stamp().next())) {
            Page page = book.page(changed.group());
            boolean news = changed.change().isNews(page);
            book = book.with(changed.group(), changed.change().on(page));
            if (changed.confirm()) {
                outlet.send(obeys, new Note.Kept(book.stamp(), false));
            }
            if (news) {
                outlet.changed(changed.group());
            }
        } else if (!changed.stamp().line().equals(book.stamp().line())
                || changed.stamp().changes() > book.stamp().changes()) {
            askForAll();
        }
    }

    // --- what this node asks ---

    public void asked(long number, Question question, long now) {
        moment = now;
        errands.add(number, question);
        sendErrands();
    }

    /** Nobody waits for the answer any more. */
    public void dropped(long number) {
        errands.drop(number);
    }

    private void sendErrands() {
        if (keeping) {
            errands.send(me, (number, question) -> rule(me, number, question));
        } else if (collecting == null && !lacks() && company.has(obeys)) {
            String line = book.stamp().line();
            errands.send(obeys, (number, question) -> outlet.send(obeys, new Note.Ask(number, line, question)));
        }
    }

    /** Time passed. */
    public void passed(long now) {
        moment = now;
        Collecting heard = collecting;
        if (heard != null) {
            choose(heard);
        } else if (!keeping
                && lacks()
                && lackingSaid
                        .filter(said -> moment - said < limits.collect().toNanos() / 4)
                        .isEmpty()) {
            askForAll();
        } else {
            sendErrands();
        }
    }

    /** Before this node leaves in good order. */
    public void leave() {
        toAll(new Note.Farewell());
    }
}
