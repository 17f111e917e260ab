package dev.divvy.boardredis.board;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Version;
import dev.divvy.allocation.codec.AllocationCodec;
import dev.divvy.boardredis.RedisBoardSettings;
import dev.divvy.boardredis.connection.RedisAccessException;
import dev.divvy.boardredis.connection.RedisScriptClient;
import dev.divvy.boardredis.connection.Script;
import dev.divvy.coordination.Subscription;
import dev.divvy.coordination.board.Admission;
import dev.divvy.coordination.board.BoardSnapshot;
import dev.divvy.coordination.board.BoardUnavailableException;
import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.board.PushingBoard;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The board of one group in Redis: each call is one script, which Redis runs as one step. Created by {@link RedisBoards}. */
public final class RedisBoard implements PushingBoard {

    private static final Script JOIN = Script.of(RedisBoard.class, "join");
    private static final Script PULSE = Script.of(RedisBoard.class, "pulse");
    private static final Script PUBLISH = Script.of(RedisBoard.class, "publish");
    private static final Script REMOVE = Script.of(RedisBoard.class, "remove");
    private static final Script LOOK = Script.of(RedisBoard.class, "look");

    private static final Comparator<Card> BY_ID =
            Comparator.comparing(card -> card.incarnation().member());

    private final String group;
    private final BoardKeys keys;
    private final RedisScriptClient client;
    private final RedisBoardSettings settings;

    public RedisBoard(String group, BoardKeys keys, RedisScriptClient client, RedisBoardSettings settings) {
        this.group = group;
        this.keys = keys;
        this.client = client;
        this.settings = settings;
    }

    public String group() {
        return group;
    }

    /** Returns the keys of the board, for scripts that read them in the same step. */
    public BoardKeys keys() {
        return keys;
    }

    @Override
    public Admission join(Card card) {
        return update(
                "join " + card.incarnation() + " to " + group,
                JOIN,
                List.of(keys.board(), keys.cards(), keys.incarnations()),
                bytes(card.incarnation().member(), CardText.write(card), freshOrigin(), keys.channel()),
                reply -> admission(card.incarnation().member(), list(reply)));
    }

    private static Admission admission(String member, List<?> reply) {
        String outcome = text(reply.get(0));
        return switch (outcome) {
            case "admitted" -> new Admission.Admitted();
            case "occupied" -> new Admission.Occupied(CardText.read(member, text(reply.get(1))));
            case "outlived" -> new Admission.Outlived(Long.parseLong(text(reply.get(1))));
            default -> throw new IllegalArgumentException("unexpected reply " + outcome);
        };
    }

    @Override
    public Optional<BoardSnapshot> pulse(Card card, Optional<Version> known) {
        return update(
                "pulse " + card.incarnation() + " in " + group,
                PULSE,
                List.of(keys.board(), keys.cards()),
                bytes(
                        card.incarnation().member(),
                        CardText.write(card),
                        lineage(known),
                        epoch(known),
                        freshOrigin(),
                        keys.channel()),
                reply -> reply == null ? Optional.empty() : Optional.of(snapshot(list(reply))));
    }

    private BoardSnapshot snapshot(List<?> reply) {
        String epoch = text(reply.get(2));
        Optional<Version> version = epoch.isEmpty()
                ? Optional.empty()
                : Optional.of(new Version(text(reply.get(1)), Long.parseLong(epoch)));
        byte[] bytes = (byte[]) reply.get(3);
        Optional<Allocation> allocation =
                bytes.length == 0 ? Optional.empty() : Optional.of(AllocationCodec.read(bytes));
        List<?> pairs = list(reply.get(4));
        List<Card> cards = new ArrayList<>(pairs.size() / 2);
        for (int i = 0; i < pairs.size(); i += 2) {
            cards.add(CardText.read(text(pairs.get(i)), text(pairs.get(i + 1))));
        }
        cards.sort(BY_ID);
        return new BoardSnapshot(text(reply.get(0)), version, allocation, cards, settings.mayHaveForgotten());
    }

    @Override
    public boolean publish(Incarnation publisher, Optional<Version> basis, Allocation next) {
        List<byte[]> arguments = new ArrayList<>(bytes(
                publisher.member(),
                BoardKeys.digits(publisher.number()),
                lineage(basis),
                epoch(basis),
                next.version().lineage(),
                BoardKeys.digits(next.version().epoch())));
        arguments.add(AllocationCodec.write(next));
        arguments.addAll(bytes(freshOrigin(), keys.channel()));
        return update(
                "publish " + next.version() + " in " + group,
                PUBLISH,
                List.of(keys.board(), keys.cards()),
                arguments,
                RedisBoard::isOne);
    }

    @Override
    public boolean remove(Incarnation incarnation, long beat) {
        return update(
                "remove " + incarnation + " from " + group,
                REMOVE,
                List.of(keys.cards()),
                bytes(
                        incarnation.member(),
                        BoardKeys.digits(incarnation.number()),
                        BoardKeys.digits(beat),
                        keys.channel()),
                RedisBoard::isOne);
    }

    /** Changes nothing, so it does not wait for replicas. */
    @Override
    public BoardSnapshot look() {
        return call(
                "look at " + group,
                () -> client.query(LOOK, bytes(keys.board(), keys.cards()), List.of(), settings.timeout()),
                reply -> snapshot(list(reply)));
    }

    @Override
    public Subscription onChange(Runnable changed) {
        return client.listen(keys.channel(), changed);
    }

    private <T> T update(
            String action,
            Script script,
            List<String> keyNames,
            List<byte[]> arguments,
            Function<@Nullable Object, T> read) {
        return call(
                action,
                () -> client.update(
                        script,
                        bytes(keyNames.toArray(String[]::new)),
                        arguments,
                        settings.timeout(),
                        settings.quorum()),
                read);
    }

    private <T> T call(String action, Supplier<@Nullable Object> script, Function<@Nullable Object, T> read) {
        Object reply;
        try {
            reply = script.get();
        } catch (RedisAccessException e) {
            throw new BoardUnavailableException("could not " + action + ": " + e.getMessage(), e);
        }
        try {
            return read.apply(reply);
        } catch (RuntimeException e) {
            throw new BoardUnavailableException(
                    "could not " + action + ": " + keys.board() + " or " + keys.cards()
                            + " was not written by this release: " + e.getMessage(),
                    e);
        }
    }

    private static String freshOrigin() {
        return "redis-" + UUID.randomUUID();
    }

    private static String lineage(Optional<Version> version) {
        return version.map(Version::lineage).orElse("");
    }

    private static String epoch(Optional<Version> version) {
        return version.map(Version::epoch).map(BoardKeys::digits).orElse("");
    }

    private static List<byte[]> bytes(String... texts) {
        List<byte[]> all = new ArrayList<>(texts.length);
        for (String text : texts) {
            all.add(text.getBytes(UTF_8));
        }
        return all;
    }

    private static List<?> list(@Nullable Object reply) {
        if (reply instanceof List<?> list) {
            return list;
        }
        throw new IllegalArgumentException("unexpected reply " + reply);
    }

    private static String text(@Nullable Object reply) {
        if (reply instanceof byte[] text) {
            return new String(text, UTF_8);
        }
        throw new IllegalArgumentException("unexpected reply " + reply);
    }

    private static boolean isOne(@Nullable Object reply) {
        return Long.valueOf(1).equals(reply);
    }
}
