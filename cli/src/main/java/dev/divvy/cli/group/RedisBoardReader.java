package dev.divvy.cli.group;

import dev.divvy.boardredis.RedisBoardSettings;
import dev.divvy.boardredis.RedisBoards;
import dev.divvy.boardredis.RedisPlace;
import dev.divvy.cli.terminal.Failure;
import dev.divvy.coordination.board.Board;
import dev.divvy.coordination.board.BoardUnavailableException;
import dev.divvy.coordination.board.Sighting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A board in Redis. */
record RedisBoardReader(RedisBoards boards, Board board) implements BoardReader {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /**
     * Opens it; that there is no such group is said in one line. Which groups there are nobody can say without going through all keys.
     *
     * @param group of its own, or the name of a distributor's table: then it is the group of its instances
     */
    static RedisBoardReader open(RedisPlace place, String prefix, String group) {
        RedisBoards boards = RedisBoards.on(
                place, RedisBoardSettings.defaults().withPrefix(prefix).withPatience(PATIENCE));
        try {
            for (Board board : candidates(boards, group)) {
                if (BoardReader.isUsed(look(board))) {
                    return new RedisBoardReader(boards, board);
                }
            }
            throw Failure.failed("there is no group '" + group + "' in Redis at " + place
                    + "; name with --group a group, or the table that a distributor writes");
        } catch (RuntimeException e) {
            boards.close();
            throw e;
        }
    }

    private static List<Board> candidates(RedisBoards boards, String group) {
        List<Board> candidates = new ArrayList<>();
        candidates.add(boards.of(group));
        try {
            candidates.add(boards.beside(group));
        } catch (IllegalArgumentException e) {
            // No table can have this name.
            return candidates;
        }
        return candidates;
    }

    private static Sighting look(Board board) {
        try {
            return board.look();
        } catch (BoardUnavailableException e) {
            throw Failure.failed(String.valueOf(e.getMessage()));
        }
    }

    @Override
    public Sighting look() {
        return look(board);
    }

    @Override
    public void close() {
        boards.close();
    }
}
