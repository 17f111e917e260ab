package dev.divvy.console.http;

import com.sun.net.httpserver.Headers;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Refuses requests that a browser sends on behalf of another site's page. A server on loopback asks for no password, so a request must name
 * this machine as its host (after DNS rebinding to 127.0.0.1 it names another one), and must not come from a page of another origin.
 */
public final class RequestGuard {

    private static final Pattern LOOPBACK =
            Pattern.compile("(localhost|127(\\.[0-9]{1,3}){3}|\\[::1])(:[0-9]{1,5})?", Pattern.CASE_INSENSITIVE);

    private final boolean anyHost;

    /**
     * Creates a guard.
     *
     * @param anyHost whether other machines may connect, under host names that this one cannot know
     */
    public RequestGuard(boolean anyHost) {
        this.anyHost = anyHost;
    }

    /** @throws RefusedRequestException when the request must be refused */
    void check(Headers headers) {
        String host = single(headers, "Host");
        if (host == null) {
            throw forbidden("the header Host is missing");
        }
        if (!anyHost && !LOOPBACK.matcher(host).matches()) {
            throw forbidden("the host '" + PrintableText.of(host)
                    + "' is not a name of this machine; use 127.0.0.1 or localhost");
        }
        String origin = single(headers, "Origin");
        if (origin != null && !origin.equalsIgnoreCase("http://" + host)) {
            throw forbidden("pages of '" + PrintableText.of(origin) + "' may not read here");
        }
        String site = single(headers, "Sec-Fetch-Site");
        if (site != null && !site.equals("same-origin") && !site.equals("none")) {
            throw forbidden("pages of other sites may not read here");
        }
    }

    private static RefusedRequestException forbidden(String why) {
        return new RefusedRequestException(403, why);
    }

    private static @Nullable String single(Headers headers, String name) {
        List<String> values = headers.get(name);
        if (values == null || values.isEmpty()) {
            return null;
        }
        if (values.size() > 1) {
            throw new RefusedRequestException(400, "the header " + name + " occurs " + values.size() + " times");
        }
        return values.get(0);
    }
}
