package dev.divvy.coordination.step;

import dev.divvy.allocation.Pieces;
import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.plan.Planner;
import dev.divvy.allocation.sticky.Sticky;
import dev.divvy.coordination.Board;
import dev.divvy.coordination.Timing;
import dev.divvy.coordination.memory.MemoryBoard;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Some members around one board on one clock that tests move by hand; every answer comes at once. */
final class Table {

    static final long MILLI = 1_000_000L;

    final Map<String, Agent> agents = new LinkedHashMap<>();
    final List<String> told = new ArrayList<>();
    Board board = new MemoryBoard();
    long now;
    private long drawn;

    final Rules rules;

    Table(Pieces pieces) {
        this.rules = new Rules(Timing.SERVER, new Planner(new Sticky(Sticky.Policy.RUNS)), pieces);
    }

    Table() {
        this(Tokens.sql(12));
    }

    Agent seat(String id) {
        return seat(new Self(id));
    }

    Agent seat(Self self) {
        Agent agent = new Agent(rules, draw(), self, Remembrance.NONE, now);
        agents.put(self.id(), agent);
        return agent;
    }

    private Draw draw() {
        return new Draw() {
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
                for (Map.Entry<String, Agent> seat : agents.entrySet()) {
                    busy |= turn(seat.getKey(), seat.getValue());
                }
            }
            now += MILLI;
        }
    }

    private boolean turn(String id, Agent agent) {
        Optional<Request> request = agent.poll(now);
        request.ifPresent(asked -> answer(agent, asked));
        agent.events().forEach(event -> {
            told.add(id + " " + event.getClass().getSimpleName());
            if (event instanceof Event.Lost lost) {
                agent.released(lost.parting().number());
            }
        });
        return request.isPresent();
    }

    private void answer(Agent agent, Request request) {
        if (request instanceof Request.Join join) {
            agent.joined(join, board.join(join.card()), now);
        } else if (request instanceof Request.Pulse pulse) {
            agent.pulsed(pulse, board.pulse(pulse.card(), pulse.known()), now);
        } else if (request instanceof Request.Publish publish) {
            Publication publication = publish.publication();
            agent.published(publish, board.publish(publish.publisher(), publication.basis(), publication.next()), now);
        } else if (request instanceof Request.Remove remove) {
            agent.removed(remove, board.remove(remove.life(), remove.beat()), now);
        }
    }

    Standing standing(String id) {
        return Objects.requireNonNull(agents.get(id)).standing();
    }

    int held(String id) {
        Standing standing = standing(id);
        return standing.lease().runsAt(now) ? standing.holdings().held().count() : 0;
    }
}
