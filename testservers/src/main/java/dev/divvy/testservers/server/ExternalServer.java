package dev.divvy.testservers.server;

import java.net.URI;
import java.util.Optional;

/**
 * A server that is not started by the tests. The system property {@code divvy.test.<kind>} names it, and the same property with the
 * suffixes {@code .user} and {@code .password} its user and password.
 */
public record ExternalServer(URI address, String user, String password) {

    private static final String JDBC = "jdbc:";

    public ExternalServer {
        if (address.getHost() == null || address.getPort() < 0) {
            throw new IllegalArgumentException("\"" + address + "\" has no host and port");
        }
    }

    public static Optional<ExternalServer> of(String kind) {
        String property = "divvy.test." + kind;
        return Optional.ofNullable(System.getProperty(property))
                .filter(url -> !url.isBlank())
                .map(url -> new ExternalServer(
                        URI.create(url.startsWith(JDBC) ? url.substring(JDBC.length()) : url),
                        System.getProperty(property + ".user", ""),
                        System.getProperty(property + ".password", "")));
    }

    /** Returns the JDBC URL of this database on the same server, with the same options. */
    public String jdbcUrl(String database) {
        String options = address.getRawQuery() == null ? "" : "?" + address.getRawQuery();
        return JDBC + address.getScheme() + "://" + address.getHost() + ":" + address.getPort() + "/" + database
                + options;
    }
}
