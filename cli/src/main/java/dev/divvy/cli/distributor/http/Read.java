package dev.divvy.cli.distributor.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A JSON object that was read. Whatever is not in it as it should be is an {@link IllegalArgumentException} that names it. */
final class Read {

    private final Map<?, ?> object;

    private Read(Map<?, ?> object) {
        this.object = object;
    }

    static Read of(@Nullable Object json) {
        if (json instanceof Map<?, ?> map) {
            return new Read(map);
        }
        throw new IllegalArgumentException("'" + Shown.of(String.valueOf(json)) + "' is not an object of JSON");
    }

    /** Empty when it is null, or not there. */
    Optional<Read> object(String name) {
        return Optional.ofNullable(object.get(name)).map(Read::of);
    }

    List<Read> objects(String name) {
        return list(name).stream().map(Read::of).toList();
    }

    List<String> texts(String name) {
        return texts(list(name));
    }

    /** A JSON array of texts. */
    static List<String> texts(@Nullable Object json) {
        List<String> texts = new ArrayList<>();
        for (Object one : cast("list", json, List.class)) {
            texts.add(cast("text", one, String.class));
        }
        return texts;
    }

    /** What it has. */
    List<String> names() {
        return object.keySet().stream().map(String::valueOf).toList();
    }

    private List<?> list(String name) {
        return value(name, List.class);
    }

    String text(String name) {
        return value(name, String.class);
    }

    Optional<String> mayBeText(String name) {
        return Optional.ofNullable(object.get(name)).map(there -> cast(name, there, String.class));
    }

    long number(String name) {
        return value(name, Number.class).longValue();
    }

    boolean flag(String name) {
        return value(name, Boolean.class);
    }

    private <T> T value(String name, Class<T> type) {
        return cast(name, object.get(name), type);
    }

    private static <T> T cast(String name, @Nullable Object value, Class<T> type) {
        if (type.isInstance(value)) {
            return type.cast(value);
        }
        throw new IllegalArgumentException(
                "\"" + name + "\" is '" + Shown.of(String.valueOf(value)) + "', which is not what it should be");
    }
}
