package dev.divvy.boardredis;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The address of a Redis server or cluster, and the credentials for it. Several addresses are a cluster, one is a server.
 *
 * @param addresses the addresses, each as {@code host:port}
 * @param rootCertificates PEM files with the only root certificates to trust; none for those of the JVM
 */
public record RedisAddress(
        List<String> addresses, Optional<String> password, boolean tls, List<Path> rootCertificates) {

    private static final int MAX_PORT = 65535;

    public RedisAddress {
        addresses = List.copyOf(addresses);
        rootCertificates = List.copyOf(rootCertificates);
        if (addresses.isEmpty()) {
            throw new IllegalArgumentException("no Redis address; give at least one HOST:PORT, as in 127.0.0.1:6379");
        }
        addresses.forEach(RedisAddress::check);
    }

    private static void check(String address) {
        if (!address.matches("[^\\s/@]+:[0-9]{1,5}")
                || Integer.parseInt(address.substring(address.lastIndexOf(':') + 1)) > MAX_PORT) {
            throw new IllegalArgumentException("Redis address \"" + address.replaceAll(".*@", "...@")
                    + "\" is not HOST:PORT, as in 127.0.0.1:6379");
        }
    }

    /** Returns the address of a server, or with several addresses of a cluster, without password and TLS. */
    public static RedisAddress at(String... addresses) {
        return new RedisAddress(List.of(addresses), Optional.empty(), false, List.of());
    }

    public boolean isCluster() {
        return addresses.size() > 1;
    }

    public RedisAddress withPassword(String secret) {
        return new RedisAddress(addresses, Optional.of(secret), tls, rootCertificates);
    }

    /** Returns a copy that uses TLS and trusts only the root certificates in these PEM files; without files, those of the JVM. */
    public RedisAddress withTls(Path... certificates) {
        return new RedisAddress(addresses, password, true, List.of(certificates));
    }

    /** Returns the addresses, without the password. */
    @Override
    public String toString() {
        return String.join(",", addresses) + (tls ? " with TLS" : "");
    }
}
