package dev.divvy.distributor.redis;

import dev.divvy.boardredis.connection.RedisScriptClient;
import dev.divvy.boardredis.connection.Script;
import dev.divvy.coordination.Subscription;
import dev.divvy.distributor.NameLists;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Lists of names as Redis lists, one per namespace. */
final class RedisNameLists implements NameLists {

    private static final Script READ = TextScriptClient.onLists("read-names");
    private static final Script ADD = TextScriptClient.onLists("add-names");
    private static final Script REMOVE = TextScriptClient.onLists("remove-names");

    /** Redis accepts about a million arguments in one command. */
    private static final int MOST_AT_ONCE = 500_000;

    private final RedisScriptClient client;
    private final TextScriptClient scripts;
    private final String channel;

    RedisNameLists(RedisScriptClient client, TextScriptClient scripts, String channel) {
        this.client = client;
        this.scripts = scripts;
        this.channel = channel;
    }

    @Override
    public List<String> read(String namespace) {
        return TextScriptClient.texts(scripts.query("read the list " + namespace, READ, List.of(namespace), List.of()));
    }

    @Override
    public int add(String namespace, Collection<String> names) {
        return names.isEmpty()
                ? 0
                : (int) scripts.change("add to the list " + namespace, ADD, List.of(namespace), arguments(names));
    }

    @Override
    public int remove(String namespace, Collection<String> names) {
        return names.isEmpty()
                ? 0
                : (int) scripts.change(
                        "remove from the list " + namespace, REMOVE, List.of(namespace), arguments(names));
    }

    private List<String> arguments(Collection<String> names) {
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
        return client.listen(channel, changed);
    }
}
