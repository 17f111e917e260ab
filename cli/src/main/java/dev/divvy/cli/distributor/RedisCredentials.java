package dev.divvy.cli.distributor;

import dev.divvy.boardredis.RedisAddress;
import dev.divvy.cli.terminal.BooleanOption;
import dev.divvy.cli.terminal.EnvironmentDefaults;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Options that let a command into a Redis; the command takes options that are not given from the environment. */
@Command(defaultValueProvider = EnvironmentDefaults.class)
public final class RedisCredentials {

    private static final String CERTIFICATES = "--redis-rootca-certs";

    @Option(names = "--redis-pass", paramLabel = "<text>")
    private Optional<String> password = Optional.empty();

    @Option(
            names = "--redis-tls",
            arity = "0..1",
            fallbackValue = "true",
            paramLabel = "true|false",
            converter = BooleanOption.Converter.class)
    private BooleanOption tls = BooleanOption.OFF;

    @Option(names = CERTIFICATES, paramLabel = "<file>")
    private Optional<String> rootCertificates = Optional.empty();

    /**
     * Returns the Redis at these addresses, with what the options of this command let into it.
     *
     * @param encrypted whether its address says already that it speaks TLS
     */
    public RedisAddress redis(CommandLine command, List<String> addresses, boolean encrypted) {
        boolean encrypts = encrypted || tls.isOn();
        Optional<Path> trusted =
                rootCertificates.filter(file -> encrypts && !file.isEmpty()).map(file -> certificates(command, file));
        return new RedisAddress(addresses, password.filter(text -> !text.isEmpty()), encrypts, trusted);
    }

    /** Reads the file now: a wrong one would else be found with the first connection. */
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
        throw EnvironmentDefaults.refused(command.getCommandSpec(), CERTIFICATES, wrong);
    }
}
