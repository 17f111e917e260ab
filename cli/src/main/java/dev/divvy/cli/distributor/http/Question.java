package dev.divvy.cli.distributor.http;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What is asked: the method, the parts of the path, the parameters, and what came with it.
 *
 * @param path decoded, without empty parts: {@code /api/table/a%3A1} has three
 */
record Question(String method, List<String> path, Map<String, String> parameters, String type, String text) {

    static final int LARGEST_BODY = 8 << 20;

    /** Reads all of it. */
    static Question of(HttpExchange exchange) throws IOException {
        String rawQuery = exchange.getRequestURI().getRawQuery();
        return new Question(
                exchange.getRequestMethod(),
                Stream.of(exchange.getRequestURI().getRawPath().split("/", -1))
                        .filter(part -> !part.isEmpty())
                        .map(part -> decoded(part.replace("+", "%2B")))
                        .toList(),
                parameters(rawQuery == null ? "" : rawQuery),
                Optional.ofNullable(exchange.getRequestHeaders().getFirst("Content-Type"))
                        .orElse(""),
                text(body(exchange)));
    }

    private static byte[] body(HttpExchange exchange) throws IOException {
        String announced = exchange.getRequestHeaders().getFirst("Content-Length");
        if (announced != null && announced.matches("[0-9]{1,18}") && Long.parseLong(announced) > LARGEST_BODY) {
            throw tooLarge();
        }
        byte[] body = exchange.getRequestBody().readNBytes(LARGEST_BODY + 1);
        if (body.length > LARGEST_BODY) {
            throw tooLarge();
        }
        return body;
    }

    private static String text(byte[] body) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(body))
                    .toString();
        } catch (CharacterCodingException e) {
            throw Refused.badRequest("what was sent is not text in UTF-8");
        }
    }

    private static Refused tooLarge() {
        return Refused.tooLarge("more than " + LARGEST_BODY + " bytes; send the names in parts");
    }

    private static Map<String, String> parameters(String query) {
        Map<String, String> parameters = new HashMap<>();
        for (String pair : query.split("&", -1)) {
            int equals = pair.indexOf('=');
            if (equals > 0) {
                parameters.put(decoded(pair.substring(0, equals)), decoded(pair.substring(equals + 1)));
            }
        }
        return parameters;
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw Refused.badRequest("'" + Shown.of(text) + "' is not a text as it is written in an address");
        }
    }

    String shownPath() {
        return "/" + Shown.of(String.join("/", path));
    }

    Optional<String> parameter(String name) {
        return Optional.ofNullable(parameters.get(name));
    }

    /** A parameter that counts something. */
    Optional<Long> number(String name) {
        return parameter(name).map(value -> number(name, value));
    }

    static long number(String what, String value) {
        if (!value.matches("[0-9]{1,18}")) {
            throw Refused.badRequest(what + " '" + Shown.of(value) + "' is not a whole number from 0 on");
        }
        return Long.parseLong(value);
    }

    boolean isPlain() {
        return type.startsWith("text/plain");
    }
}
