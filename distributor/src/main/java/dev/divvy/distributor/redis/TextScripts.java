package dev.divvy.distributor.redis;

import dev.divvy.boardredis.connection.RedisAccessException;
import dev.divvy.boardredis.connection.RedisScriptClient;
import dev.divvy.boardredis.connection.Script;
import dev.divvy.distributor.StoreAccessException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Asks a link, in text: everything that the store keeps is UTF-8. */
final class TextScripts {

    private final RedisScriptClient link;
    private final Duration patience;

    TextScripts(RedisScriptClient link, Duration patience) {
        this.link = link;
        this.patience = patience;
    }

    /** A script whose keys are all lists, or are not there; else it changes nothing and names the key. */
    static Script onLists(String name) {
        return on("list", name);
    }

    /** A script whose keys are all hashes, or are not there. */
    static Script onHashes(String name) {
        return on("hash", name);
    }

    private static Script on(String kind, String name) {
        String check = Script.of(TextScripts.class, "one-kind").text();
        String body = Script.of(TextScripts.class, name).text();
        return new Script(name, "local kind = '" + kind + "'\n" + check + body);
    }

    /** Asks for something, which changes nothing. */
    Object ask(String what, Script script, List<String> keys, List<String> arguments) {
        return answered(what, () -> link.query(script, bytes(keys), bytes(arguments), patience));
    }

    /** Changes something, for good as far as Redis knows a for good. */
    long change(String what, Script script, List<String> keys, List<String> arguments) {
        return changeBytes(what, script, keys, bytes(arguments));
    }

    /** The same, where not everything is text. */
    long changeBytes(String what, Script script, List<String> keys, List<byte[]> arguments) {
        return (Long) answered(what, () -> link.update(script, bytes(keys), arguments, patience));
    }

    /** One question. */
    private interface Question {
        @Nullable
        Object ask();
    }

    private static Object answered(String what, Question question) {
        try {
            return Objects.requireNonNull(question.ask(), what);
        } catch (RedisAccessException e) {
            throw new StoreAccessException("could not " + what + ": " + e.getMessage(), e);
        }
    }

    private static List<byte[]> bytes(List<String> texts) {
        return texts.stream().map(text -> text.getBytes(StandardCharsets.UTF_8)).toList();
    }

    /** Bytes that are no text come with the sign for that in their place. */
    static String text(Object reply) {
        return new String((byte[]) reply, StandardCharsets.UTF_8);
    }

    static List<?> list(Object reply) {
        return (List<?>) reply;
    }

    static List<String> texts(Object reply) {
        return list(reply).stream().map(TextScripts::text).toList();
    }

    /** A field and what it says, in turns. */
    static Map<String, String> fields(Object reply) {
        List<?> parts = list(reply);
        Map<String, String> fields = new TreeMap<>();
        for (int i = 0; i + 1 < parts.size(); i += 2) {
            fields.put(FieldNames.text((byte[]) parts.get(i)), text(parts.get(i + 1)));
        }
        return fields;
    }

    /** A name and what it says, in turns. */
    static Map<String, String> pairs(Object reply) {
        List<String> texts = texts(reply);
        Map<String, String> pairs = new TreeMap<>();
        for (int i = 0; i + 1 < texts.size(); i += 2) {
            pairs.put(texts.get(i), texts.get(i + 1));
        }
        return pairs;
    }
}
