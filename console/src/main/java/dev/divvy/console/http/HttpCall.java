package dev.divvy.console.http;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A request that is within the limits.
 *
 * @param path as it was sent, without the query
 * @param parameters of the query, decoded
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record HttpCall(String method, String path, Map<String, List<String>> parameters, Headers headers, byte[] body) {

    private static final int MOST_PARAMETERS = 32;

    /** @throws RefusedRequestException when the request exceeds a limit or cannot be parsed */
    static HttpCall of(HttpExchange exchange) throws IOException {
        byte[] body = ServerLimits.body(exchange);
        return new HttpCall(
                exchange.getRequestMethod(),
                exchange.getRequestURI().getRawPath(),
                parameters(Optional.ofNullable(exchange.getRequestURI().getRawQuery())
                        .orElse("")),
                exchange.getRequestHeaders(),
                body);
    }

    private static Map<String, List<String>> parameters(String query) {
        Map<String, List<String>> parameters = new TreeMap<>();
        if (query.isEmpty()) {
            return parameters;
        }
        String[] parts = query.split("&", -1);
        if (parts.length > MOST_PARAMETERS) {
            throw new RefusedRequestException(
                    400, "the query has " + parts.length + " parameters; the maximum is " + MOST_PARAMETERS);
        }
        for (String part : parts) {
            int equals = part.indexOf('=');
            String name = decoded(equals < 0 ? part : part.substring(0, equals));
            parameters
                    .computeIfAbsent(name, key -> new ArrayList<>())
                    .add(equals < 0 ? "" : decoded(part.substring(equals + 1)));
        }
        return parameters;
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw new RefusedRequestException(400, "'" + PrintableText.of(text) + "' is not correctly percent-encoded");
        }
    }

    List<String> all(String parameter) {
        return parameters.getOrDefault(parameter, List.of());
    }

    /** @throws RefusedRequestException unless the parameter occurs exactly once */
    String one(String parameter) {
        List<String> values = all(parameter);
        if (values.size() != 1) {
            throw new RefusedRequestException(
                    400,
                    "the parameter " + parameter
                            + (values.isEmpty() ? " is missing" : " occurs " + values.size() + " times"));
        }
        return values.get(0);
    }
}
