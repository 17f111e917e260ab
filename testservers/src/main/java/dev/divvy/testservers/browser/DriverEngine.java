package dev.divvy.testservers.browser;

import dev.divvy.testservers.process.Command;
import dev.divvy.testservers.process.ServerAccount;
import dev.divvy.testservers.server.ServerEngine;
import dev.divvy.testservers.server.ServerHome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URI;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;

/** Runs chromedriver, the server that starts a browser and controls it. */
record DriverEngine(BrowserPrograms programs) implements ServerEngine {

    private static final int TIMEOUT_MILLIS = 2_000;

    @Override
    public String kind() {
        return "browser";
    }

    @Override
    public void prepare(ServerHome home) {
        try {
            ServerAccount.chown(Files.createDirectory(home.data()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public Command command(ServerHome home, int port) {
        String folder = home.folder().toString();
        return new Command(
                List.of(
                        programs.driver().toString(),
                        "--port=" + port,
                        // The command line must contain the name of the home.
                        "--log-path=" + home.folder().resolve("driver.log")),
                // Files that the browser would leave in other folders end up in its home and are removed with it.
                Map.of(
                        "HOME", folder,
                        "TMPDIR", folder,
                        "XDG_CACHE_HOME", folder,
                        "XDG_CONFIG_HOME", folder,
                        "LC_ALL", "C.UTF-8"));
    }

    @Override
    public void probe(int port) throws IOException {
        HttpURLConnection connection = (HttpURLConnection)
                URI.create("http://127.0.0.1:" + port + "/status").toURL().openConnection(Proxy.NO_PROXY);
        connection.setConnectTimeout(TIMEOUT_MILLIS);
        connection.setReadTimeout(TIMEOUT_MILLIS);
        if (connection.getResponseCode() != HttpURLConnection.HTTP_OK) {
            throw new IOException("unexpected status of chromedriver: " + connection.getResponseCode());
        }
    }

    @Override
    public String stopSignal() {
        return "TERM";
    }
}
