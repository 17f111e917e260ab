package dev.divvy.distributor.redis;

import dev.divvy.boardredis.RedisBoardSettings;
import dev.divvy.boardredis.RedisBoards;
import dev.divvy.boardredis.link.RedisLink;
import dev.divvy.boardredis.link.RedisPlace;
import dev.divvy.coordination.board.Board;
import dev.divvy.distributor.store.NameLists;
import dev.divvy.distributor.store.Postings;
import dev.divvy.distributor.store.Sheets;
import dev.divvy.distributor.store.Store;
import dev.divvy.distributor.store.Writing;
import java.time.Duration;

/**
 * The default store: Redis Lists in, one Redis Hash out, under the original's names. Epoch, motions, acknowledgements and the board of the
 * instances are kept under names of their own, in the slot of the hash.
 */
public final class RedisStore implements Store {

    /** How long one question may take: a table of 100,000 units is a long answer, and a master may be in the middle of being replaced. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final RedisLink link;
    private final RedisNameLists names;
    private final RedisSheet sheet;
    private final Board board;

    private RedisStore(RedisPlace place, String distribution, Duration patience) {
        TableKeys keys = TableKeys.of(distribution);
        this.link = new RedisLink(place);
        Asking asking = new Asking(link, patience);
        this.names = new RedisNameLists(link, asking, keys.namesChannel());
        this.sheet = new RedisSheet(link, asking, keys);
        // A writer that a flush made twice changes nothing twice: every change of the sheet is compared first. So
        // nobody waits.
        this.board = new RedisBoards(
                        link, RedisBoardSettings.DEFAULT.with(Writing.TIMING).neverForgets())
                .of(Writing.GROUP.name(), keys.board());
    }

    /**
     * Refuses a name under which no table can hang.
     *
     * @throws IllegalArgumentException that says why
     */
    public static String checkDistribution(String distribution) {
        TableKeys.of(distribution);
        return distribution;
    }

    /** The store at a Redis that may be away as yet; the table hangs under this key. */
    public static RedisStore at(RedisPlace place, String distribution) {
        return at(place, distribution, PATIENCE);
    }

    /** The same, where one question may take this long. */
    public static RedisStore at(RedisPlace place, String distribution, Duration patience) {
        return new RedisStore(place, distribution, patience);
    }

    @Override
    public NameLists names() {
        return names;
    }

    @Override
    public Sheets sheets() {
        return sheet;
    }

    @Override
    public Postings postings() {
        return sheet;
    }

    @Override
    public Board board() {
        return board;
    }

    @Override
    public void close() {
        link.close();
    }
}
