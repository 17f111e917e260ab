package dev.divvy.console.http;

import dev.divvy.console.Operation;
import dev.divvy.console.Operations;
import dev.divvy.console.StatusJson;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Map;
import java.util.Optional;
import tools.jackson.jr.ob.JSON;

/** Performs {@code POST /api/operations} for clients that know the key. */
final class OperationRequests {

    private static final String KEY = "X-Divvy-Key";
    private static final int LONGEST_TEXT = 1_024;

    /** The reply to an operation. */
    record Performed(String message) {}

    private final Operations operations;
    private final byte[] key;

    OperationRequests(Operations operations, String key) {
        this.operations = operations;
        this.key = key.getBytes(StandardCharsets.UTF_8);
    }

    HttpReply reply(HttpCall call, BoundedCalls calls) {
        check(call);
        Operation operation = parsed(call.body());
        return calls.call(() -> {
            try {
                return HttpReply.json(StatusJson.line(new Performed(operations.perform(operation))));
            } catch (IllegalArgumentException e) {
                return HttpReply.line(404, String.valueOf(e.getMessage()));
            } catch (IllegalStateException e) {
                return HttpReply.line(409, String.valueOf(e.getMessage()));
            }
        });
    }

    private void check(HttpCall call) {
        String given = Optional.ofNullable(call.headers().getFirst(KEY)).orElse("");
        if (!MessageDigest.isEqual(given.getBytes(StandardCharsets.UTF_8), key)) {
            throw new RefusedRequestException(
                    403, "the header " + KEY + " is missing or wrong; the address that ./divvy up printed has the key");
        }
        String type =
                Optional.ofNullable(call.headers().getFirst("Content-Type")).orElse("");
        if (!type.matches("(?i)application/json(;.*)?")) {
            throw new RefusedRequestException(415, "the content type must be application/json");
        }
    }

    private static Operation parsed(byte[] body) {
        Map<String, Object> fields = fields(body).orElseThrow(() -> {
            return new RefusedRequestException(400, "the body is not a JSON object");
        });
        return new Operation(
                text(fields, "action"),
                text(fields, "target"),
                fields.containsKey("value") ? text(fields, "value") : "");
    }

    /** Empty for anything else: of the text {@code null} the parser makes a null. */
    private static Optional<Map<String, Object>> fields(byte[] body) {
        try {
            return Optional.ofNullable(JSON.std.mapFrom(body));
        } catch (RuntimeException e) {
            return Optional.empty();
        }
    }

    private static String text(Map<String, Object> fields, String name) {
        if (fields.get(name) instanceof String text && text.length() <= LONGEST_TEXT) {
            return text;
        }
        throw new RefusedRequestException(
                400, "the field " + name + " must be a text of at most " + LONGEST_TEXT + " characters");
    }
}
