package dev.divvy.testservers.redis;

import dev.divvy.testservers.process.Launcher;
import dev.divvy.testservers.process.ServerAccount;
import dev.divvy.testservers.server.OrphanReaper;
import dev.divvy.testservers.server.ServerHome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * PEM files for encrypted servers, created for every run: the certificate of a server at 127.0.0.1 and localhost, its private key, the
 * authority that signed it, and a stranger: an authority that signed nothing, for clients that must reject the server.
 */
public record Certificates(Path certificate, Path key, Path authority, Path stranger) {

    /** Not a secret: the key store lives as long as the run. */
    private static final String PASSWORD = "only-for-tests";

    private static final String IS_AUTHORITY = "bc:critical=ca:true";

    private static final String CERTIFICATE = "CERTIFICATE";
    private static final String KEY = "PRIVATE KEY";

    /** Guarded by the class. */
    private static @Nullable Certificates sharedInstance;

    /** Returns the certificates that all tests of this JVM share. */
    public static synchronized Certificates shared() {
        if (sharedInstance == null) {
            sharedInstance = create(OrphanReaper.home("certificates"));
        }
        return sharedInstance;
    }

    private static Certificates create(ServerHome home) {
        generate(home, "authority", "-ext", IS_AUTHORITY);
        generate(home, "stranger", "-ext", IS_AUTHORITY);
        generate(home, "server", "-ext", "san=ip:127.0.0.1,dns:localhost", "-signer", "authority");
        try {
            char[] password = PASSWORD.toCharArray();
            KeyStore store = KeyStore.getInstance(store(home).toFile(), password);
            return new Certificates(
                    pem(
                            home,
                            "server",
                            CERTIFICATE,
                            store.getCertificate("server").getEncoded()),
                    pem(home, "key", KEY, store.getKey("server", password).getEncoded()),
                    pem(
                            home,
                            "authority",
                            CERTIFICATE,
                            store.getCertificate("authority").getEncoded()),
                    pem(
                            home,
                            "stranger",
                            CERTIFICATE,
                            store.getCertificate("stranger").getEncoded()));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("cannot read the key store " + store(home) + ", which keytool wrote", e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path store(ServerHome home) {
        return home.folder().resolve("store.p12");
    }

    /** Creates a key pair and its certificate with the keytool of this JDK: the API of the JDK only reads certificates. */
    private static void generate(ServerHome home, String name, String... more) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-J-XX:TieredStopAtLevel=1",
                "-genkeypair",
                "-alias",
                name,
                "-dname",
                "CN=" + name,
                "-keyalg",
                "EC",
                "-groupname",
                "secp256r1",
                "-validity",
                "30",
                "-storetype",
                "PKCS12",
                "-keystore",
                store(home).toString(),
                "-storepass",
                PASSWORD));
        command.addAll(List.of(more));
        try {
            Process keytool = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(home.log().toFile()))
                    .start();
            if (Launcher.exit(keytool) != 0) {
                throw new IllegalStateException("keytool failed:\n" + home.logTail());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes a PEM file that the user of the servers can read; the key is readable for no other user. */
    private static Path pem(ServerHome home, String name, String type, byte[] content) throws IOException {
        String text = "-----BEGIN " + type + "-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content)
                + "\n-----END " + type + "-----\n";
        String permissions = type.equals(KEY) ? "rw-------" : "rw-r--r--";
        Path file = Files.createFile(
                home.folder().resolve(name + ".pem"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions)));
        Files.writeString(file, text, StandardCharsets.US_ASCII);
        ServerAccount.chown(file);
        return file;
    }
}
