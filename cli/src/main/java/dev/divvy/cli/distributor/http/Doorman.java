package dev.divvy.cli.distributor.http;

import com.sun.net.httpserver.Headers;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Keeps pages of other sites out, which a browser on this machine would let ask anything here: the desk has no secret, so who asks must
 * call it by a name of this machine, and must not be a page that came from elsewhere.
 */
final class Doorman {

    private static final Pattern LOOPBACK =
            Pattern.compile("(localhost|127(\\.[0-9]{1,3}){3}|\\[::1])(:[0-9]{1,5})?", Pattern.CASE_INSENSITIVE);

    private Doorman() {}

    static void check(Headers headers) {
        String host = single(headers, "Host");
        if (host == null || !LOOPBACK.matcher(host).matches()) {
            throw Refused.forbidden("the desk is called by a name of this machine, as http://127.0.0.1:PORT, not by '"
                    + (host == null ? "" : Shown.of(host)) + "'");
        }
        String origin = single(headers, "Origin");
        if (origin != null && !origin.equalsIgnoreCase("http://" + host)) {
            throw Refused.forbidden("a page of '" + Shown.of(origin) + "' may not ask here");
        }
        String site = single(headers, "Sec-Fetch-Site");
        if (site != null && !site.equals("same-origin") && !site.equals("none")) {
            throw Refused.forbidden("a page of another site may not ask here");
        }
    }

    private static @Nullable String single(Headers headers, String name) {
        List<String> values = headers.get(name);
        if (values == null || values.isEmpty()) {
            return null;
        }
        if (values.size() > 1) {
            throw Refused.badRequest("the header " + name + " is there " + values.size() + " times");
        }
        return values.get(0);
    }
}
