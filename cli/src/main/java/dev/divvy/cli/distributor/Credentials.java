package dev.divvy.cli.distributor;

import dev.divvy.boardredis.RedisPlace;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Options that let a command into a Redis. */
public final class Credentials {

    @Option(
            names = "--redis-pass",
            paramLabel = "<text>",
            description = {
                "The password of the Redis. Others can see it in the list of processes: better in the environment as REDIS_PASS.",
                "Default: none. REDIS_PASS."
            })
    private Optional<String> password = Optional.empty();

    @Option(
            names = "--redis-tls",
            arity = "0..1",
            fallbackValue = "true",
            paramLabel = "true|false",
            description = {"Encrypt, and check the server's certificate.", "Default: false. REDIS_TLS."})
    private Optional<String> tls = Optional.empty();

    @Option(
            names = "--redis-rootca-certs",
            paramLabel = "<file>",
            description = {
                "With redis-tls: trust these certificates (PEM) only.",
                "Default: those that Java trusts. REDIS_ROOTCA_CERTS."
            })
    private Optional<String> rootCertificates = Optional.empty();

    /**
     * A Redis that is let into by these options.
     *
     * @param encrypted whether its address says already that it speaks TLS
     */
    public RedisPlace redis(List<String> addresses, boolean encrypted, Words words) {
        Optional<String> secret =
                words.read("redis-pass", password, word -> word).filter(word -> !word.isEmpty());
        boolean encrypts = encrypted || words.read("redis-tls", tls, "false", Values::yes);
        Optional<Path> trusted = words.read("redis-rootca-certs", rootCertificates, file -> trusted(file, encrypts))
                .flatMap(file -> file);
        return new RedisPlace(addresses, secret, encrypts, trusted);
    }

    private static Optional<Path> trusted(String file, boolean encrypted) {
        return encrypted && !file.isEmpty() ? Optional.of(Values.certificates(file)) : Optional.empty();
    }
}
