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

/** Members on one board, with one clock that tests advance by hand; every reply comes at once. */
final class ManualCluster {

    static final long MILLI = 1_000_000L;

    final Map<String, ProtocolAgent> agents = new LinkedHashMap<>();
    final List<String> eventLog = new ArrayList<>();
    final List<MemberEvent> events = new ArrayList<>();
    final List<BoardRequest> requests = new ArrayList<>();
    Board board = new MemoryBoard();
    long now;

    /** Selects requests that never reach the board; the member learns at once that they failed. */
    Predicate<BoardRequest> lost = request -> false;

    /** Selects requests that the board carries out but whose replies are lost. */
    Predicate<BoardRequest> unanswered = request -> false;

    /** Whether work on lost pieces ends at once. */
    boolean releasesAtOnce = true;

    private long drawn;

    final GroupRules rules;

    ManualCluster(Pieces pieces) {
        this(new Planner(new Sticky(Sticky.Policy.RUNS)), pieces);
    }

    ManualCluster(Planner planner, Pieces pieces) {
        this.rules = new GroupRules(Timing.SERVER, planner, pieces);
    }

    ManualCluster() {
        this(Tokens.sql(12));
    }

    ProtocolAgent start(String id) {
        return start(new MemberSettings(id));
    }

    ProtocolAgent start(MemberSettings self) {
        ProtocolAgent agent = new ProtocolAgent(rules, numbers(), self, BoardMemory.NONE, now);
        agents.put(self.id(), agent);
        return agent;
    }

    ProtocolAgent start(String id, GroupRules others) {
        ProtocolAgent agent = new ProtocolAgent(others, numbers(), new MemberSettings(id), BoardMemory.NONE, now);
        agents.put(id, agent);
        return agent;
    }

    private UniqueNumbers numbers() {
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

    /** Advances the clock by this much and polls every member each millisecond. */
    void run(long millis) {
        long end = now + millis * MILLI;
        while (now < end) {
            for (boolean busy = true; busy; ) {
                busy = false;
                for (Map.Entry<String, ProtocolAgent> entry : agents.entrySet()) {
                    busy |= turn(entry.getKey(), entry.getValue());
                }
            }
            now += MILLI;
        }
    }

    /**
     * Advances the clock by this much and polls members as a thread would: when they asked to be woken, and after each request.
     *
     * @throws AssertionError if a member repeatedly asks to be woken and then has nothing to do
     */
    void runAwake(long millis) {
        long end = now + millis * MILLI;
        for (int idle = 0; now < end; ) {
            boolean busy = false;
            for (Map.Entry<String, ProtocolAgent> entry : agents.entrySet()) {
                busy |= turn(entry.getKey(), entry.getValue());
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
        request.ifPresent(sent -> carryOut(agent, sent));
        agent.events().forEach(event -> {
            eventLog.add(id + " " + event.getClass().getSimpleName());
            events.add(event);
            if (releasesAtOnce && event instanceof MemberEvent.Lost lostPieces) {
                agent.released(lostPieces.release().number());
            }
        });
        return request.isPresent();
    }

    private void carryOut(ProtocolAgent agent, BoardRequest request) {
        requests.add(request);
        if (lost.test(request)) {
            agent.failed(request, now);
        } else if (unanswered.test(request)) {
            send(request);
            agent.failed(request, now);
        } else {
            answer(agent, request);
        }
    }

    private void send(BoardRequest request) {
        if (request instanceof BoardRequest.Look) {
            board.look();
        } else if (request instanceof BoardRequest.Join join) {
            board.join(join.card());
        } else if (request instanceof BoardRequest.Pulse pulse) {
            board.pulse(pulse.card(), pulse.known());
        } else if (request instanceof BoardRequest.Publish publish) {
            Publication publication = publish.publication();
            board.publish(publish.publisher(), publication.basis(), publication.next());
        } else if (request instanceof BoardRequest.Remove remove) {
            board.remove(remove.incarnation(), remove.beat());
        }
    }

    private void answer(ProtocolAgent agent, BoardRequest request) {
        if (request instanceof BoardRequest.Look look) {
            agent.looked(look, board.look(), now);
        } else if (request instanceof BoardRequest.Join join) {
            agent.joined(join, board.join(join.card()), now);
        } else if (request instanceof BoardRequest.Pulse pulse) {
            agent.pulsed(pulse, board.pulse(pulse.card(), pulse.known()), now);
        } else if (request instanceof BoardRequest.Publish publish) {
            Publication publication = publish.publication();
            agent.published(publish, board.publish(publish.publisher(), publication.basis(), publication.next()), now);
        } else if (request instanceof BoardRequest.Remove remove) {
            agent.removed(remove, board.remove(remove.incarnation(), remove.beat()), now);
        }
    }

    ProtocolState state(String id) {
        return Objects.requireNonNull(agents.get(id)).state();
    }

    /** Returns the events of this type, in order. */
    <E extends MemberEvent> List<E> events(Class<E> kind) {
        return events.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    <R extends BoardRequest> List<R> requests(Class<R> kind) {
        return requests.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    int held(String id) {
        ProtocolState state = state(id);
        return state.lease().runsAt(now) ? state.holdings().held().count() : 0;
    }
}
