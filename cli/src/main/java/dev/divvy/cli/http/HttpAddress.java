package dev.divvy.cli.http;

import dev.divvy.console.ConsoleSettings;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses an address to listen on: {@code 7480}, which is on loopback, {@code 127.0.0.1:7480}, {@code [::1]:7480}, {@code host:7480}. */
public final class HttpAddress implements ITypeConverter<InetSocketAddress> {

    private static final Pattern WRITTEN = Pattern.compile("(?:(\\[[0-9a-fA-F:.%]+]|[^:\\s\\[\\]]+):)?([0-9]{1,5})");
    private static final int LAST = 65_535;

    @Override
    public InetSocketAddress convert(String value) {
        try {
            return parse(value);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(String.valueOf(e.getMessage()));
        }
    }

    /**
     * Parses an address.
     *
     * @throws IllegalArgumentException when it is no such address, or names no host
     */
    public static InetSocketAddress parse(String value) {
        Matcher written = WRITTEN.matcher(value);
        int port = written.matches() ? Integer.parseInt(written.group(2)) : 0;
        if (port < 1 || port > LAST) {
            throw new IllegalArgumentException(
                    "'" + value + "' is not [HOST:]PORT such as 7480 or 127.0.0.1:7480, with a port from 1 to " + LAST);
        }
        String host = written.group(1);
        return host == null
                ? new InetSocketAddress(InetAddress.getLoopbackAddress(), port)
                : new InetSocketAddress(resolved(host.replaceAll("[\\[\\]]", "")), port);
    }

    private static InetAddress resolved(String host) {
        try {
            return InetAddress.getByName(host);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("the host '" + host + "' is not known", e);
        }
    }

    /**
     * Returns the settings of a server at this address.
     *
     * @param open whether other machines may reach it
     * @throws IllegalArgumentException when they could and may not
     */
    public static ConsoleSettings settings(InetSocketAddress address, boolean open) {
        if (!open && !address.getAddress().isLoopbackAddress()) {
            throw new IllegalArgumentException("'" + shown(address)
                    + "' would be open to other machines; add --http-open to let them read, or use 127.0.0.1:"
                    + address.getPort());
        }
        ConsoleSettings settings = ConsoleSettings.at(address);
        return open ? settings.openToOtherMachines() : settings;
    }

    static String shown(InetSocketAddress address) {
        String host = address.getAddress().getHostAddress();
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + address.getPort();
    }
}
