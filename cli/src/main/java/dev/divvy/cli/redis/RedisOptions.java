package dev.divvy.cli.redis;

import dev.divvy.boardredis.RedisAddress;
import dev.divvy.cli.options.BooleanOption;
import dev.divvy.cli.terminal.Secrets;
import dev.divvy.cli.terminal.SettingDefaults;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** Options that log a command in to a Redis. The address itself is an option of each command. */
public final class RedisOptions {

    private static final String CERTIFICATES = "--redis-ca";

    @Option(
            names = {"--redis-password", "--redis-pass"},
            paramLabel = "<text>",
            descriptionKey = "redis-password")
    private Optional<String> password = Optional.empty();

    @Option(names = "--redis-password-file", paramLabel = "<file>", descriptionKey = "redis-password-file")
    private Optional<Path> passwordFile = Optional.empty();

    @Option(
            names = "--redis-tls",
            arity = "0..1",
            fallbackValue = "true",
            paramLabel = "true|false",
            converter = BooleanOption.Converter.class,
            descriptionKey = "redis-tls")
    private BooleanOption tls = BooleanOption.OFF;

    @Option(
            names = {CERTIFICATES, "--redis-rootca-certs"},
            paramLabel = "<files>",
            descriptionKey = "redis-ca")
    private Optional<String> rootCertificates = Optional.empty();

    /** Returns the Redis at this URL, with the credentials that the options of this command give. */
    public RedisAddress redis(CommandLine command, RedisUrl url) {
        boolean encrypts = url.encrypted() || tls.isOn();
        List<Path> trusted = new ArrayList<>();
        rootCertificates
                .filter(files -> encrypts)
                .ifPresent(files -> Arrays.stream(files.split(",", -1))
                        .map(String::strip)
                        .filter(file -> !file.isEmpty())
                        .forEach(file -> trusted.add(certificates(command, file))));
        Optional<String> secret = Secrets.read(command.getCommandSpec(), "--redis-password", password, passwordFile);
        return new RedisAddress(url.addresses(), secret.filter(text -> !text.isEmpty()), encrypts, trusted);
    }

    /** Reads the file now; otherwise an error in it would show only at the first connection. */
    private static Path certificates(CommandLine command, String file) {
        String wrong = "'" + file + "' is not a file of certificates in PEM";
        try (InputStream content = Files.newInputStream(Path.of(file))) {
            if (!CertificateFactory.getInstance("X.509")
                    .generateCertificates(content)
                    .isEmpty()) {
                return Path.of(file);
            }
        } catch (IOException | InvalidPathException e) {
            wrong = "'" + file + "' cannot be read; name a file of certificates in PEM";
        } catch (CertificateException e) {
            // Reported below.
        }
        throw SettingDefaults.refused(command.getCommandSpec(), CERTIFICATES, wrong);
    }
}
