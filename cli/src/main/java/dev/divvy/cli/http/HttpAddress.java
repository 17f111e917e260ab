package dev.divvy.cli.http;

import dev.divvy.cli.terminal.HostPort;
import dev.divvy.console.ConsoleSettings;
import java.net.InetSocketAddress;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses an address to listen on: {@code 7480}, which is on loopback, {@code 127.0.0.1:7480}, {@code [::1]:7480}, {@code host:7480}. */
public final class HttpAddress implements ITypeConverter<InetSocketAddress> {

    @Override
    public InetSocketAddress convert(String value) {
        try {
            return new HostPort().convert(value.contains(":") ? value : "127.0.0.1:" + value);
        } catch (TypeConversionException e) {
            throw new TypeConversionException(
                    "'" + value + "' is not [HOST:]PORT such as 7480 or 127.0.0.1:7480, with a host that is known and a"
                            + " port from 1 to 65535");
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
            throw new IllegalArgumentException("'" + HostPort.shown(address)
                    + "' would be open to other machines; add --http-open to let them read, or use 127.0.0.1:"
                    + address.getPort());
        }
        ConsoleSettings settings = ConsoleSettings.at(address);
        return open ? settings.openToOtherMachines() : settings;
    }
}
