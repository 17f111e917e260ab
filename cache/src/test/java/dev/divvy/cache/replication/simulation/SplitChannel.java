package dev.divvy.cache.replication.simulation;

import dev.divvy.cache.peer.PeerChannel;
import dev.divvy.cache.peer.PeerOutcomes;
import dev.divvy.cache.peer.PeerRequest;
import dev.divvy.cache.replication.SteppedReplication;
import dev.divvy.testkit.simulation.random.SeededRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Two connections in place of one: each message takes either of them, so that those of one token lose their order. */
final class SplitChannel implements PeerChannel {

    private final List<SimulatedChannel> connections;
    private final SeededRandom random;

    SplitChannel(SimulatedChannel first, SimulatedChannel second, SeededRandom random) {
        this.connections = List.of(first, second);
        this.random = random;
    }

    @Override
    public boolean onLoop(Runnable action) {
        return connections.get(0).onLoop(action);
    }

    @Override
    public void send(PeerRequest request) {
        SimulatedNode from = connections.get(0).from();
        int count = connections.size();
        byte[][] frames = from.replication().divided(request.frame(), count, () -> random.below(count));
        Whole whole = new Whole(request, (int)
                Arrays.stream(frames).filter(frame -> frame.length > 0).count());
        for (int i = 0; i < count; i++) {
            if (frames[i].length > 0) {
                connections.get(i).send(whole.part(frames[i]));
            }
        }
    }

    @Override
    public void close() {
        connections.forEach(SimulatedChannel::close);
    }

    /** A request of which the messages are sent apart. */
    private static final class Whole {

        private final PeerRequest request;
        private final int parts;
        private final List<byte[]> replies = new ArrayList<>();

        private Whole(PeerRequest request, int parts) {
            this.request = request;
            this.parts = parts;
        }

        private PeerRequest part(byte[] frame) {
            return new PeerRequest(frame) {
                @Override
                protected void answered(byte[] data, int from, int length) {
                    replies.add(data);
                    if (replies.size() == parts) {
                        PeerOutcomes.answer(request, SteppedReplication.joined(replies));
                    }
                }

                @Override
                protected void bounced(boolean released) {
                    PeerOutcomes.bounce(request);
                }

                @Override
                protected void lost() {
                    PeerOutcomes.lose(request);
                }
            };
        }
    }
}
