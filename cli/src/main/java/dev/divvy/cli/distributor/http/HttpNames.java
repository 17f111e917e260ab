package dev.divvy.cli.distributor.http;

import dev.divvy.coordination.Subscription;
import dev.divvy.distributor.store.NameLists;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Lists of names behind a desk. */
final class HttpNames implements NameLists {

    private final Line line;
    private final Listening listening;

    HttpNames(Line line, Listening listening) {
        this.line = line;
        this.listening = listening;
    }

    @Override
    public List<String> read(String namespace) {
        return line.get(path(namespace), Read::texts);
    }

    @Override
    public int add(String namespace, Collection<String> names) {
        return change("POST", namespace, names, "added");
    }

    @Override
    public int remove(String namespace, Collection<String> names) {
        return change("DELETE", namespace, names, "removed");
    }

    /** Nothing to change is nothing to ask. */
    private int change(String method, String namespace, Collection<String> names, String counted) {
        return names.isEmpty()
                ? 0
                : line.send(
                        method,
                        path(namespace),
                        new ArrayList<>(names),
                        json -> Math.toIntExact(Read.of(json).number(counted)));
    }

    private static String path(String namespace) {
        return "/api/names?namespace=" + URLEncoder.encode(namespace, StandardCharsets.UTF_8);
    }

    @Override
    public Subscription onChange(Runnable changed) {
        return listening.toLists(changed);
    }
}
