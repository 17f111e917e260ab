package dev.divvy.cli.options;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The value of an option that is an address on the network: {@code 127.0.0.1:7401}, {@code [::1]:7401}, {@code host:7401}. */
public final class HostPort implements ITypeConverter<InetSocketAddress> {

    private static final Pattern WRITTEN = Pattern.compile("(\\[[0-9a-fA-F:.%]+]|[^:\\s\\[\\]]+):([0-9]{1,5})");
    private static final int LAST = 65_535;

    @Override
    public InetSocketAddress convert(String value) {
        Matcher written = WRITTEN.matcher(value);
        if (!written.matches()) {
            throw new TypeConversionException("'" + value + "' is not HOST:PORT such as 127.0.0.1:7401");
        }
        int port = Integer.parseInt(written.group(2));
        if (port < 1 || port > LAST) {
            throw new TypeConversionException("'" + value + "' has a port that is not between 1 and " + LAST);
        }
        return new InetSocketAddress(host(written.group(1).replaceAll("[\\[\\]]", ""), value), port);
    }

    private static InetAddress host(String name, String value) {
        try {
            return InetAddress.getAllByName(name)[0];
        } catch (UnknownHostException e) {
            throw new TypeConversionException("'" + value + "' names an unknown host");
        }
    }

    /** Returns the address in the notation of the option, without a reverse lookup of the host name. */
    public static String shown(InetSocketAddress address) {
        String host = address.getHostString();
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + address.getPort();
    }
}
