package dev.divvy.distributor.redis;

import dev.divvy.boardredis.connection.RedisScriptClient;
import dev.divvy.boardredis.connection.Script;
import dev.divvy.coordination.Subscription;
import dev.divvy.distributor.NameLists;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Redis Lists of names, one a namespace. */
final class RedisNameLists implements NameLists {

    private static final Script READ = TextScripts.onLists("read-names");
    private static final Script ADD = TextScripts.onLists("add-names");
    private static final Script REMOVE = TextScripts.onLists("remove-names");

    /** Redis takes about a million words in one command. */
    private static final int MOST_AT_ONCE = 500_000;

    private final RedisScriptClient link;
    private final TextScripts asking;
    private final String channel;

    RedisNameLists(RedisScriptClient link, TextScripts asking, String channel) {
        this.link = link;
        this.asking = asking;
        this.channel = channel;
    }

    @Override
    public List<String> read(String namespace) {
        return TextScripts.texts(asking.ask("read the list " + namespace, READ, List.of(namespace), List.of()));
    }

    @Override
    public int add(String namespace, Collection<String> names) {
        return names.isEmpty()
                ? 0
                : (int) asking.change("add to the list " + namespace, ADD, List.of(namespace), with(names));
    }

    @Override
    public int remove(String namespace, Collection<String> names) {
        return names.isEmpty()
                ? 0
                : (int) asking.change("remove from the list " + namespace, REMOVE, List.of(namespace), with(names));
    }

    private List<String> with(Collection<String> names) {
        if (names.size() > MOST_AT_ONCE) {
            throw new IllegalArgumentException(
                    names.size() + " names at once are too many; the most is " + MOST_AT_ONCE);
        }
        List<String> arguments = new ArrayList<>();
        arguments.add(channel);
        arguments.addAll(names);
        return arguments;
    }

    @Override
    public Subscription onChange(Runnable changed) {
        return link.listen(channel, changed);
    }
}
