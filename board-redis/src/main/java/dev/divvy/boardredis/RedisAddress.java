package dev.divvy.boardredis;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The address of a Redis, and the credentials for it. Several addresses are a cluster, one is a server.
 *
 * @param addresses each as {@code host:port}
 * @param rootCertificates whom to trust, in PEM; empty for whom the JVM trusts
 */
public record RedisAddress(
        List<String> addresses, Optional<String> password, boolean tls, Optional<Path> rootCertificates) {

    private static final int LAST_PORT = 65535;

    public RedisAddress {
        addresses = List.copyOf(addresses);
        if (addresses.isEmpty()) {
            throw new IllegalArgumentException("no address of a Redis; one looks like 127.0.0.1:6379");
        }
        addresses.forEach(RedisAddress::check);
    }

    private static void check(String address) {
        if (!address.matches("[^\\s/@]+:[0-9]{1,5}")
                || Integer.parseInt(address.substring(address.lastIndexOf(':') + 1)) > LAST_PORT) {
            throw new IllegalArgumentException("address \"" + address.replaceAll(".*@", "...@")
                    + "\" of a Redis is not HOST:PORT, as in 127.0.0.1:6379");
        }
    }

    /** A server, or with several addresses a cluster, without password and TLS. */
    public static RedisAddress at(String... addresses) {
        return new RedisAddress(List.of(addresses), Optional.empty(), false, Optional.empty());
    }

    public boolean isCluster() {
        return addresses.size() > 1;
    }

    public RedisAddress withPassword(String secret) {
        return new RedisAddress(addresses, Optional.of(secret), tls, rootCertificates);
    }

    /** Encrypted, trusting whom the JVM trusts. */
    public RedisAddress withTls() {
        return new RedisAddress(addresses, password, true, rootCertificates);
    }

    /** Encrypted, trusting these certificates only. */
    public RedisAddress withTls(Path certificates) {
        return new RedisAddress(addresses, password, true, Optional.of(certificates));
    }

    /** Without the password. */
    @Override
    public String toString() {
        return String.join(",", addresses) + (tls ? " with TLS" : "");
    }
}
