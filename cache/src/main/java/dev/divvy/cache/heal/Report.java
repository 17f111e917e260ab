package dev.divvy.cache.heal;

import dev.divvy.cache.peer.PeerProtocol;
import dev.divvy.cache.resp.RespRequest;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * The report of a node whose side lost.
 *
 * @param number the number of the report, which no other report has
 * @param reporter the name of the node
 * @param sides the sides that ended, as far as the node knows; its own is among them
 * @param companions the names of the other nodes of its side, which must report as well
 * @param keys the keys that the node changed
 */
record Report(long number, String reporter, List<String> sides, List<String> companions, ChangedKeys keys) {

    /** The bytes of hashes per frame, unless one token has more, and the tokens per frame. */
    private static final int FRAME_BYTES = 32 * 1024;

    private static final int FRAME_TOKENS = 200;

    Report {
        sides = List.copyOf(sides);
        companions = List.copyOf(companions);
    }

    /** Returns the frames to send, in their order. */
    List<byte[]> frames() {
        List<byte[]> frames = new ArrayList<>();
        List<byte[]> arguments = new ArrayList<>();
        int bytes = 0;
        for (Map.Entry<Integer, HashedKeys> token : keys.byToken().entrySet()) {
            byte[] hashes = bytes(token.getValue());
            if (arguments.isEmpty()) {
                arguments.add(PeerProtocol.bytes(Long.toString(number)));
            }
            arguments.add(PeerProtocol.bytes(Integer.toString(token.getKey())));
            arguments.add(hashes);
            bytes += hashes.length;
            if (bytes >= FRAME_BYTES || arguments.size() >= 2 * FRAME_TOKENS) {
                frames.add(frame(PeerProtocol.FORGET, arguments));
                arguments.clear();
                bytes = 0;
            }
        }
        if (!arguments.isEmpty()) {
            frames.add(frame(PeerProtocol.FORGET, arguments));
        }
        frames.add(end());
        return frames;
    }

    private byte[] end() {
        List<byte[]> arguments = new ArrayList<>();
        arguments.add(PeerProtocol.bytes(reporter));
        arguments.add(PeerProtocol.bytes(Integer.toString(sides.size())));
        sides.forEach(side -> arguments.add(PeerProtocol.bytes(side)));
        companions.forEach(name -> arguments.add(PeerProtocol.bytes(name)));
        return frame(PeerProtocol.REPORTED, arguments);
    }

    private static byte[] frame(String name, List<byte[]> arguments) {
        List<byte[]> all = new ArrayList<>(arguments);
        all.add(0, PeerProtocol.bytes(name));
        return RespRequest.of(all.toArray(byte[][]::new)).data();
    }

    private static byte[] bytes(HashedKeys keys) {
        ByteBuffer bytes = ByteBuffer.allocate(keys.size() * Long.BYTES);
        keys.forEach(bytes::putLong);
        return bytes.array();
    }

    /**
     * Reads a frame with keys.
     *
     * @throws IllegalArgumentException if it is not one
     */
    static ChangedKeys readKeys(RespRequest request, int tokens) {
        if (request.size() < 4 || request.size() % 2 == 1 || !request.isNumber(1)) {
            throw new IllegalArgumentException("wrong number of arguments for 'divvy.forget'");
        }
        NavigableMap<Integer, HashedKeys> byToken = new TreeMap<>();
        for (int i = 2; i < request.size(); i += 2) {
            if (!request.isNumber(i) || request.number(i) < 0 || request.number(i) >= tokens) {
                throw new IllegalArgumentException("there is no token " + request.text(i));
            }
            if (request.length(i + 1) % Long.BYTES != 0) {
                throw new IllegalArgumentException(request.length(i + 1) + " bytes are not hashes of 8 bytes each");
            }
            ByteBuffer bytes = ByteBuffer.wrap(request.data(), request.start(i + 1), request.length(i + 1));
            HashedKeys keys = new HashedKeys();
            while (bytes.hasRemaining()) {
                boolean unused = keys.add(HashedKeys.stored(bytes.getLong()));
            }
            byToken.put((int) request.number(i), keys);
        }
        return new ChangedKeys(byToken);
    }

    /**
     * Reads the frame that ends a report.
     *
     * @return the report, without its number and its keys
     * @throws IllegalArgumentException if it is not one
     */
    static Report readEnd(RespRequest request) {
        if (request.size() < 3
                || !request.isNumber(2)
                || request.number(2) < 0
                || request.number(2) > request.size() - 3) {
            throw new IllegalArgumentException("wrong arguments for 'divvy.reported'");
        }
        int sides = (int) request.number(2);
        List<String> rest = new ArrayList<>();
        for (int i = 3; i < request.size(); i++) {
            rest.add(request.text(i));
        }
        return new Report(
                0,
                request.text(1),
                rest.subList(0, sides),
                rest.subList(sides, rest.size()),
                new ChangedKeys(new TreeMap<>()));
    }
}
