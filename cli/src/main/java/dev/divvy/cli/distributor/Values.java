package dev.divvy.cli.distributor;

import dev.divvy.cli.terminal.Length;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.TypeConversionException;

/** What the words of settings mean, and what is wrong with those that mean nothing. */
final class Values {

    private static final int LAST_PORT = 65535;

    /** The words that the original takes. */
    private static final Set<String> YES = Set.of("1", "t", "T", "true", "TRUE", "True");

    private static final Set<String> NO = Set.of("0", "f", "F", "false", "FALSE", "False");

    private Values() {}

    /** Names with commas between them. */
    static List<String> list(String word) {
        List<String> names = Arrays.stream(word.split(",", -1))
                .map(String::strip)
                .filter(name -> !name.isEmpty())
                .toList();
        if (names.isEmpty()) {
            throw new IllegalArgumentException(
                    "'" + word + "' is an empty list; write one or more with commas between");
        }
        return names;
    }

    static boolean yes(String word) {
        if (YES.contains(word)) {
            return true;
        }
        if (NO.contains(word)) {
            return false;
        }
        throw new IllegalArgumentException("'" + word + "' is neither true nor false");
    }

    /** Between a millisecond and a day. */
    static Duration duration(String word) {
        return duration(word, Duration.ofMillis(1));
    }

    /** How often something may be done that asks a server. */
    static Duration interval(String word) {
        return duration(word, Duration.ofMillis(10));
    }

    private static Duration duration(String word, Duration shortest) {
        Duration duration;
        try {
            duration = new Length().convert(word);
        } catch (TypeConversionException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
        if (duration.compareTo(shortest) < 0 || duration.compareTo(Duration.ofDays(1)) > 0) {
            throw new IllegalArgumentException("'" + word + "' must be between " + shortest.toMillis() + "ms and 24h");
        }
        return duration;
    }

    /** A port to listen on; 0 for none. */
    static int port(String word) {
        return whole(word, 0, LAST_PORT);
    }

    /** How often something may happen. */
    static int count(String word) {
        return whole(word, 1, 1000);
    }

    private static int whole(String word, int least, int most) {
        if (word.matches("[0-9]{1,9}")) {
            int number = Integer.parseInt(word);
            if (number >= least && number <= most) {
                return number;
            }
        }
        throw new IllegalArgumentException("'" + word + "' is not a whole number from " + least + " to " + most);
    }

    static String oneOf(String word, String... choices) {
        if (!List.of(choices).contains(word)) {
            throw new IllegalArgumentException("'" + word + "' is none of " + String.join(", ", choices));
        }
        return word;
    }

    /** An address of this machine to listen on. */
    static InetAddress host(String word) {
        try {
            return InetAddress.getByName(word);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("the host '" + word + "' is not known", e);
        }
    }

    /** A file of certificates in PEM that can be read now. */
    static Path certificates(String word) {
        try (InputStream file = Files.newInputStream(Path.of(word))) {
            if (!CertificateFactory.getInstance("X.509")
                    .generateCertificates(file)
                    .isEmpty()) {
                return Path.of(word);
            }
        } catch (IOException | InvalidPathException e) {
            throw new IllegalArgumentException("'" + word + "' cannot be read; name a file of certificates in PEM", e);
        } catch (CertificateException e) {
            // Said below.
        }
        throw new IllegalArgumentException("'" + word + "' is not a file of certificates in PEM");
    }
}
