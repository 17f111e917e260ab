package dev.divvy.testservers.browser;

import dev.divvy.testservers.server.Server;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.nio.file.Path;
import java.util.Optional;

/** A running chromedriver. Closing it kills the browsers that it has started, and removes their files. */
final class DriverServer extends Server {

    DriverServer(BrowserPrograms programs) {
        super(new DriverEngine(programs), Optional.empty());
    }

    URL url() {
        try {
            return URI.create("http://" + host() + ":" + port()).toURL();
        } catch (MalformedURLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the folder of the browser, for its profile and for the files that it reads and writes. */
    Path folder() {
        return home().data();
    }
}
