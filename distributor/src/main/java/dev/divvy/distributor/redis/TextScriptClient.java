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

/** Runs scripts whose keys, arguments and replies are UTF-8 text. */
final class TextScriptClient {

    private final RedisScriptClient client;
    private final Duration timeout;

    TextScriptClient(RedisScriptClient client, Duration timeout) {
        this.client = client;
        this.timeout = timeout;
    }

    /** Loads a script whose keys must be lists or missing; otherwise it changes nothing and its error names the key. */
    static Script onLists(String name) {
        return on("list", name);
    }

    /** Loads a script whose keys must be hashes or missing. */
    static Script onHashes(String name) {
        return on("hash", name);
    }

    private static Script on(String kind, String name) {
        String check = Script.of(TextScriptClient.class, "check-types").text();
        String body = Script.of(TextScriptClient.class, name).text();
        return new Script(name, "local kind = '" + kind + "'\n" + check + body);
    }

    /** Runs a script that changes nothing. */
    Object query(String what, Script script, List<String> keys, List<String> arguments) {
        return call(what, () -> client.query(script, bytes(keys), bytes(arguments), timeout));
    }

    /** Runs a script that changes something, and waits until a majority of the copies has the change. */
    long change(String what, Script script, List<String> keys, List<String> arguments) {
        return changeBytes(what, script, keys, bytes(arguments));
    }

    /** Like {@link #change}, with arguments that may not be text. */
    long changeBytes(String what, Script script, List<String> keys, List<byte[]> arguments) {
        return (Long) call(what, () -> client.update(script, bytes(keys), arguments, timeout));
    }

    private interface Request {
        @Nullable
        Object send();
    }

    private static Object call(String what, Request request) {
        try {
            return Objects.requireNonNull(request.send(), what);
        } catch (RedisAccessException e) {
            throw new StoreAccessException("could not " + what + ": " + e.getMessage(), e);
        }
    }

    private static List<byte[]> bytes(List<String> texts) {
        return texts.stream().map(text -> text.getBytes(StandardCharsets.UTF_8)).toList();
    }

    /** Decodes a reply; bytes that are not UTF-8 become replacement characters. */
    static String text(Object reply) {
        return new String((byte[]) reply, StandardCharsets.UTF_8);
    }

    static List<?> list(Object reply) {
        return (List<?>) reply;
    }

    static List<String> texts(Object reply) {
        return list(reply).stream().map(TextScriptClient::text).toList();
    }

    /** Decodes alternating fields and values of a hash; names that are not UTF-8 are kept apart by {@link FieldNameCodec}. */
    static Map<String, String> fields(Object reply) {
        List<?> parts = list(reply);
        Map<String, String> fields = new TreeMap<>();
        for (int i = 0; i + 1 < parts.size(); i += 2) {
            fields.put(FieldNameCodec.text((byte[]) parts.get(i)), text(parts.get(i + 1)));
        }
        return fields;
    }

    /** Decodes alternating names and values. */
    static Map<String, String> pairs(Object reply) {
        List<String> texts = texts(reply);
        Map<String, String> pairs = new TreeMap<>();
        for (int i = 0; i + 1 < texts.size(); i += 2) {
            pairs.put(texts.get(i), texts.get(i + 1));
        }
        return pairs;
    }
}
