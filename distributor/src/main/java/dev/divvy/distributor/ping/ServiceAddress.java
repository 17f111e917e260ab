package dev.divvy.distributor.ping;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The address at which a service answers pings, as it registered itself: {@code host:port}. Parsing it looks up no name.
 *
 * @param host a name, an IPv4 address, or an IPv6 address in brackets
 */
public record ServiceAddress(String host, int port) {

    private static final int MOST_PORT = 65535;
    private static final int LONGEST_HOST = 255;
    private static final Pattern PORT = Pattern.compile("[1-9][0-9]{0,4}|0");
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]+");
    private static final Pattern IN_BRACKETS = Pattern.compile("\\[[0-9A-Fa-f:.]+]");
    private static final Pattern NUMBERS = Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,3}){3}");

    public ServiceAddress {
        if (port < 1 || port > MOST_PORT) {
            throw new IllegalArgumentException("port " + port + " is not in 1.." + MOST_PORT);
        }
        if (host.isEmpty()) {
            throw new IllegalArgumentException("the host is empty");
        }
        if (host.length() > LONGEST_HOST) {
            throw new IllegalArgumentException(
                    "the host has " + host.length() + " characters, more than " + LONGEST_HOST);
        }
        if (!isHost(host)) {
            throw new IllegalArgumentException("'" + host + "' is no host name, IPv4 address or [IPv6 address]");
        }
    }

    /**
     * Parses {@code host:port}.
     *
     * @throws IllegalArgumentException if the text is not an address; the message says why
     */
    public static ServiceAddress parse(String text) {
        int colon = text.lastIndexOf(':');
        if (colon < 0 || text.endsWith("]")) {
            throw refused(text, "it has no port");
        }
        String host = text.substring(0, colon);
        String port = text.substring(colon + 1);
        if (host.indexOf(':') >= 0 && !host.startsWith("[") && host.indexOf('/') < 0) {
            throw refused(text, "an IPv6 address is written in brackets, as [::1]:80");
        }
        if (!PORT.matcher(port).matches()) {
            throw refused(
                    text, port.isEmpty() ? "it has no port" : "port '" + port + "' is no number in 1.." + MOST_PORT);
        }
        try {
            return new ServiceAddress(host, Integer.parseInt(port));
        } catch (IllegalArgumentException e) {
            throw refused(text, String.valueOf(e.getMessage()));
        }
    }

    /** Returns the reason why this text is not an address; empty when it is one. */
    public static Optional<String> refusal(String text) {
        try {
            parse(text);
            return Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    private static IllegalArgumentException refused(String text, String why) {
        return new IllegalArgumentException("'" + text + "' is not a host:port: " + why);
    }

    private static boolean isHost(String host) {
        if (!NAME.matcher(host).matches() && !IN_BRACKETS.matcher(host).matches()) {
            return false;
        }
        try {
            // Names of containers often have an underscore, which no URI accepts in a host; gRPC uses URIs.
            return new URI("//" + host.replace("_", "")).getHost() != null;
        } catch (URISyntaxException e) {
            return false;
        }
    }

    /** Returns the address to connect to if it is numeric, so that no lookup is needed. */
    Optional<InetSocketAddress> numeric() {
        if (!host.startsWith("[") && !NUMBERS.matcher(host).matches()) {
            return Optional.empty();
        }
        try {
            return Optional.of(new InetSocketAddress(InetAddress.getByName(host), port));
        } catch (UnknownHostException e) {
            return Optional.empty();
        }
    }

    /** Whether gRPC accepts the name and can look it up itself. */
    boolean isUri() {
        return host.indexOf('_') < 0;
    }

    /** Looks up the name; this may block. */
    InetSocketAddress resolve() throws UnknownHostException {
        return new InetSocketAddress(
                InetAddress.getByAddress(InetAddress.getByName(host).getAddress()), port);
    }

    @Override
    public String toString() {
        return host + ":" + port;
    }
}
