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

/** The board of one group in Redis: each question is one script, and one step there. Made by {@link RedisBoards}. */
public final class RedisBoard implements PushingBoard {

    private static final Script JOIN = Script.of(RedisBoard.class, "join");
    private static final Script PULSE = Script.of(RedisBoard.class, "pulse");
    private static final Script PUBLISH = Script.of(RedisBoard.class, "publish");
    private static final Script REMOVE = Script.of(RedisBoard.class, "remove");
    private static final Script LOOK = Script.of(RedisBoard.class, "look");

    private static final Comparator<Card> BY_ID =
            Comparator.comparing(card -> card.life().member());

    private final String group;
    private final BoardKeys keys;
    private final RedisScriptClient link;
    private final RedisBoardSettings settings;

    public RedisBoard(String group, BoardKeys keys, RedisScriptClient link, RedisBoardSettings settings) {
        this.group = group;
        this.keys = keys;
        this.link = link;
        this.settings = settings;
    }

    public String group() {
        return group;
    }

    /** Where it is kept, for scripts that look at it in the same step. */
    public BoardKeys keys() {
        return keys;
    }

    @Override
    public Admission join(Card card) {
        return ask(
                "join " + card.life() + " to " + group,
                JOIN,
                List.of(keys.board(), keys.cards(), keys.lives()),
                bytes(card.life().member(), CardText.write(card), freshOrigin(), keys.channel()),
                answer -> admission(card.life().member(), list(answer)));
    }

    private static Admission admission(String member, List<?> answer) {
        String word = text(answer.get(0));
        return switch (word) {
            case "admitted" -> new Admission.Admitted();
            case "occupied" -> new Admission.Occupied(CardText.read(member, text(answer.get(1))));
            case "outlived" -> new Admission.Outlived(Long.parseLong(text(answer.get(1))));
            default -> throw new IllegalArgumentException("answer " + word);
        };
    }

    @Override
    public Optional<BoardSnapshot> pulse(Card card, Optional<Version> known) {
        return ask(
                "pulse " + card.life() + " in " + group,
                PULSE,
                List.of(keys.board(), keys.cards()),
                bytes(
                        card.life().member(),
                        CardText.write(card),
                        lineage(known),
                        epoch(known),
                        freshOrigin(),
                        keys.channel()),
                answer -> answer == null ? Optional.empty() : Optional.of(sighting(list(answer))));
    }

    private BoardSnapshot sighting(List<?> answer) {
        String epoch = text(answer.get(2));
        Optional<Version> version = epoch.isEmpty()
                ? Optional.empty()
                : Optional.of(new Version(text(answer.get(1)), Long.parseLong(epoch)));
        byte[] form = (byte[]) answer.get(3);
        Optional<Allocation> allocation = form.length == 0 ? Optional.empty() : Optional.of(AllocationCodec.read(form));
        List<?> pairs = list(answer.get(4));
        List<Card> cards = new ArrayList<>(pairs.size() / 2);
        for (int i = 0; i < pairs.size(); i += 2) {
            cards.add(CardText.read(text(pairs.get(i)), text(pairs.get(i + 1))));
        }
        cards.sort(BY_ID);
        return new BoardSnapshot(text(answer.get(0)), version, allocation, cards, settings.mayHaveForgotten());
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
        return ask(
                "publish " + next.version() + " in " + group,
                PUBLISH,
                List.of(keys.board(), keys.cards()),
                arguments,
                RedisBoard::yes);
    }

    @Override
    public boolean remove(Incarnation life, long beat) {
        return ask(
                "remove " + life + " from " + group,
                REMOVE,
                List.of(keys.cards()),
                bytes(life.member(), BoardKeys.digits(life.number()), BoardKeys.digits(beat), keys.channel()),
                RedisBoard::yes);
    }

    /** Changes nothing, so it waits for no copies. */
    @Override
    public BoardSnapshot look() {
        return told(
                "look at " + group,
                () -> link.ask(LOOK, bytes(keys.board(), keys.cards()), List.of(), settings.patience()),
                answer -> sighting(list(answer)));
    }

    @Override
    public Subscription onChange(Runnable changed) {
        return link.listen(keys.channel(), changed);
    }

    private <T> T ask(
            String what,
            Script script,
            List<String> names,
            List<byte[]> arguments,
            Function<@Nullable Object, T> read) {
        return told(
                what,
                () -> link.change(
                        script, bytes(names.toArray(String[]::new)), arguments, settings.patience(), settings.quorum()),
                read);
    }

    private <T> T told(String what, Supplier<@Nullable Object> question, Function<@Nullable Object, T> read) {
        Object answer;
        try {
            answer = question.get();
        } catch (RedisAccessException e) {
            throw new BoardUnavailableException("could not " + what + ": " + e.getMessage(), e);
        }
        try {
            return read.apply(answer);
        } catch (RuntimeException e) {
            throw new BoardUnavailableException(
                    "could not " + what + ": what " + keys.board() + " and " + keys.cards()
                            + " have is not of this release: " + e.getMessage(),
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

    private static List<?> list(@Nullable Object answer) {
        if (answer instanceof List<?> list) {
            return list;
        }
        throw new IllegalArgumentException("answer " + answer);
    }

    private static String text(@Nullable Object answer) {
        if (answer instanceof byte[] text) {
            return new String(text, UTF_8);
        }
        throw new IllegalArgumentException("answer " + answer);
    }

    private static boolean yes(@Nullable Object answer) {
        return Long.valueOf(1).equals(answer);
    }
}
