package dev.divvy.coordination.protocol;

import dev.divvy.allocation.Pieces;
import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.plan.Planner;
import dev.divvy.allocation.sticky.Sticky;
import dev.divvy.coordination.MemberSettings;
import dev.divvy.coordination.Timing;
import dev.divvy.coordination.board.Board;
import dev.divvy.coordination.memory.MemoryBoard;
import dev.divvy.coordination.protocol.knowledge.BoardMemory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;

/** Some members around one board on one clock that tests move by hand; every answer comes at once. */
final class Table {

    static final long MILLI = 1_000_000L;

    final Map<String, ProtocolAgent> agents = new LinkedHashMap<>();
    final List<String> told = new ArrayList<>();
    final List<MemberEvent> events = new ArrayList<>();
    final List<BoardRequest> requests = new ArrayList<>();
    Board board = new MemoryBoard();
    long now;

    /** Requests that never reach the board; the member hears at once that they failed. */
    Predicate<BoardRequest> lost = request -> false;

    /** Requests that the board carries out, but whose answers do not come. */
    Predicate<BoardRequest> unanswered = request -> false;

    /** Whether work lets go as soon as it is told to. */
    boolean letsGo = true;

    private long drawn;

    final GroupRules rules;

    Table(Pieces pieces) {
        this.rules = new GroupRules(Timing.SERVER, new Planner(new Sticky(Sticky.Policy.RUNS)), pieces);
    }

    Table() {
        this(Tokens.sql(12));
    }

    ProtocolAgent seat(String id) {
        return seat(new MemberSettings(id));
    }

    ProtocolAgent seat(MemberSettings self) {
        ProtocolAgent agent = new ProtocolAgent(rules, draw(), self, BoardMemory.NONE, now);
        agents.put(self.id(), agent);
        return agent;
    }

    private UniqueNumbers draw() {
        return new UniqueNumbers() {
            @Override
            public long incarnation(long above) {
                return Math.max(above, drawn++) + 1;
            }

            @Override
            public String lineage() {
                return "L" + ++drawn;
            }
        };
    }

    /** Lets this much time pass, every member asking its board whenever it wants to. */
    void run(long millis) {
        long end = now + millis * MILLI;
        while (now < end) {
            for (boolean busy = true; busy; ) {
                busy = false;
                for (Map.Entry<String, ProtocolAgent> seat : agents.entrySet()) {
                    busy |= turn(seat.getKey(), seat.getValue());
                }
            }
            now += MILLI;
        }
    }

    /**
     * Lets this much time pass as a thread would: members are polled when they asked to be, and after each request.
     *
     * @throws AssertionError when one asks to be woken and then has nothing to do, over and over
     */
    void runAwake(long millis) {
        long end = now + millis * MILLI;
        for (int idle = 0; now < end; ) {
            boolean busy = false;
            for (Map.Entry<String, ProtocolAgent> seat : agents.entrySet()) {
                busy |= turn(seat.getKey(), seat.getValue());
            }
            long wake = agents.values().stream()
                    .mapToLong(ProtocolAgent::wakeAt)
                    .min()
                    .orElse(end);
            idle = busy || wake > now ? 0 : idle + 1;
            if (idle > 2) {
                throw new AssertionError("woken at " + now + " for nothing, " + requests.size() + " requests so far");
            }
            now = busy ? now : Math.max(now, Math.min(wake, end));
        }
    }

    private boolean turn(String id, ProtocolAgent agent) {
        Optional<BoardRequest> request = agent.poll(now);
        request.ifPresent(asked -> carry(agent, asked));
        agent.events().forEach(event -> {
            told.add(id + " " + event.getClass().getSimpleName());
            events.add(event);
            if (letsGo && event instanceof MemberEvent.Lost lostPieces) {
                agent.released(lostPieces.parting().number());
            }
        });
        return request.isPresent();
    }

    private void carry(ProtocolAgent agent, BoardRequest request) {
        requests.add(request);
        if (lost.test(request)) {
            agent.failed(request, now);
        } else if (unanswered.test(request)) {
            ask(request);
            agent.failed(request, now);
        } else {
            answer(agent, request);
        }
    }

    private void ask(BoardRequest request) {
        if (request instanceof BoardRequest.Join join) {
            board.join(join.card());
        } else if (request instanceof BoardRequest.Pulse pulse) {
            board.pulse(pulse.card(), pulse.known());
        } else if (request instanceof BoardRequest.Publish publish) {
            Publication publication = publish.publication();
            board.publish(publish.publisher(), publication.basis(), publication.next());
        } else if (request instanceof BoardRequest.Remove remove) {
            board.remove(remove.life(), remove.beat());
        }
    }

    private void answer(ProtocolAgent agent, BoardRequest request) {
        if (request instanceof BoardRequest.Join join) {
            agent.joined(join, board.join(join.card()), now);
        } else if (request instanceof BoardRequest.Pulse pulse) {
            agent.pulsed(pulse, board.pulse(pulse.card(), pulse.known()), now);
        } else if (request instanceof BoardRequest.Publish publish) {
            Publication publication = publish.publication();
            agent.published(publish, board.publish(publish.publisher(), publication.basis(), publication.next()), now);
        } else if (request instanceof BoardRequest.Remove remove) {
            agent.removed(remove, board.remove(remove.life(), remove.beat()), now);
        }
    }

    ProtocolState standing(String id) {
        return Objects.requireNonNull(agents.get(id)).standing();
    }

    /** What happened of this kind, in order. */
    <E extends MemberEvent> List<E> events(Class<E> kind) {
        return events.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    <R extends BoardRequest> List<R> requests(Class<R> kind) {
        return requests.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    int held(String id) {
        ProtocolState standing = standing(id);
        return standing.lease().runsAt(now) ? standing.holdings().held().count() : 0;
    }
}
