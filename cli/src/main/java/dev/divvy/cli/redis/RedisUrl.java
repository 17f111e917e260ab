package dev.divvy.cli.redis;

import dev.divvy.boardredis.RedisAddress;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;

/**
 * The address of a Redis: {@code redis://host:port}, or {@code rediss://} with TLS; several addresses, separated by commas, are a cluster.
 * The scheme may be left out.
 *
 * @param encrypted whether the scheme asks for TLS
 */
public record RedisUrl(List<String> addresses, boolean encrypted) {

    private static final Pattern WRITTEN = Pattern.compile("(?:(rediss?)://)?([^/]*)(/|/0)?");
    private static final String DEFAULT_PORT = ":6379";

    /** Parses the value of an option. */
    public static final class Converter implements ITypeConverter<RedisUrl> {
        @Override
        public RedisUrl convert(String value) {
            return of(value);
        }
    }

    public RedisUrl {
        addresses = List.copyOf(addresses);
    }

    /**
     * Parses an address.
     *
     * @throws IllegalArgumentException when it is not an address; the message does not repeat a password
     */
    public static RedisUrl of(String word) {
        if (word.contains("@")) {
            throw new IllegalArgumentException(
                    "'..." + word.substring(word.lastIndexOf('@'))
                            + "' has a user or a password in it; give the password with --redis-password-file or as DIVVY_REDIS_PASSWORD in the environment");
        }
        Matcher written = WRITTEN.matcher(word);
        if (!written.matches()) {
            throw new IllegalArgumentException("'" + word
                    + "' is not a Redis address such as redis://127.0.0.1:6379; only"
                    + " database 0 is supported");
        }
        String[] addresses = Arrays.stream(written.group(2).split(",", -1))
                .map(String::strip)
                .map(address -> address.contains(":") || address.isEmpty() ? address : address + DEFAULT_PORT)
                .toArray(String[]::new);
        return new RedisUrl(RedisAddress.at(addresses).addresses(), "rediss".equals(written.group(1)));
    }
}
