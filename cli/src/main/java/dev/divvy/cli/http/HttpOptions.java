package dev.divvy.cli.http;

import dev.divvy.cli.options.BooleanOption;
import dev.divvy.cli.options.HostPort;
import dev.divvy.cli.terminal.Failure;
import dev.divvy.cli.terminal.PortProbe;
import dev.divvy.cli.terminal.SettingDefaults;
import dev.divvy.console.ConsoleServer;
import dev.divvy.console.ConsoleSettings;
import dev.divvy.console.ConsoleSource;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/**
 * The options {@code --http} and {@code --http-open}. A command has them as a mixin, calls {@link #settings} before it starts anything, so
 * that a wrong value or a port in use has no effect, and then {@link #start} with the {@link ConsoleSource} of the thing that it runs.
 */
public final class HttpOptions {

    /** The port of a dashboard that is always served. */
    public static final int USUAL_PORT = 7480;

    private static final String HTTP = "--http";

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // set before the command runs
    private CommandSpec spec;

    @Option(names = HTTP, paramLabel = "[<host>:]<port>", converter = Address.class, descriptionKey = "http-address")
    private Optional<InetSocketAddress> address = Optional.empty();

    @Option(
            names = "--http-open",
            arity = "0..1",
            fallbackValue = "true",
            paramLabel = "true|false",
            converter = BooleanOption.Converter.class,
            descriptionKey = "http-open-to-others")
    private BooleanOption open = BooleanOption.OFF;

    /** Returns the settings of the server; empty when none is asked for. */
    public Optional<ConsoleSettings> settings() {
        if (open.isOn() && address.isEmpty()) {
            throw SettingDefaults.refused(
                    spec, "--http-open", "needs the address that others can reach: --http HOST:PORT");
        }
        return address.map(this::checked);
    }

    /**
     * Returns the settings of a server that is always wanted.
     *
     * @param usual the port on loopback if no address is given; any free port if it is 0 or in use
     */
    public ConsoleSettings settings(int usual) {
        return settings().orElseGet(() -> ConsoleSettings.at(loopback(PortProbe.isFree(usual) ? usual : 0)));
    }

    /** Returns the given port; empty if none is given. */
    public Optional<Integer> port() {
        return address.map(InetSocketAddress::getPort);
    }

    private ConsoleSettings checked(InetSocketAddress at) {
        if (!open.isOn() && !at.getAddress().isLoopbackAddress()) {
            String reason = "'" + HostPort.shown(at) + "' would be open to other machines; add --http-open to let them"
                    + " read, or use 127.0.0.1:" + at.getPort();
            throw SettingDefaults.refused(spec, HTTP, reason);
        }
        Optional<IOException> problem = PortProbe.problem(at);
        if (problem.isPresent()) {
            throw cannotListen(HTTP, at, problem.get());
        }
        ConsoleSettings settings = ConsoleSettings.at(at);
        return open.isOn() ? settings.openToOtherMachines() : settings;
    }

    private static Failure cannotListen(String option, InetSocketAddress at, IOException reason) {
        String other = String.valueOf(reason.getMessage()).contains("assign") ? "address" : "port";
        return Failure.failed(option + ": cannot listen on " + HostPort.shown(at) + " (" + reason.getMessage()
                + "); choose another " + other + " with " + option);
    }

    /** Starts a server with these settings. */
    public interface Starter {
        ConsoleServer start(ConsoleSettings settings) throws IOException;
    }

    /**
     * Starts a server that is always wanted. If no address was given, and another process has taken the usual port since {@link #settings},
     * it gets any free port.
     */
    public ConsoleServer start(ConsoleSettings settings, Starter starter) {
        try {
            return starter.start(settings);
        } catch (IOException e) {
            if (address.isPresent() || settings.address().getPort() == 0) {
                throw cannotListen(HTTP, settings.address(), e);
            }
            return start(settings.withAddress(loopback(0)), starter);
        }
    }

    private static InetSocketAddress loopback(int port) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    /**
     * Starts a server; if it cannot listen, that is a {@link Failure} of one line.
     *
     * @param option the option that named the address
     */
    public static ConsoleServer start(String option, ConsoleSettings settings, ConsoleSource source) {
        try {
            return ConsoleServer.start(settings, source);
        } catch (IOException e) {
            throw cannotListen(option, settings.address(), e);
        }
    }

    /** Parses an address to listen on: {@code 7480}, which is on loopback, {@code 127.0.0.1:7480}, {@code [::1]:7480}, {@code host:7480}. */
    static final class Address implements ITypeConverter<InetSocketAddress> {
        @Override
        public InetSocketAddress convert(String value) {
            try {
                return new HostPort().convert(value.contains(":") ? value : "127.0.0.1:" + value);
            } catch (TypeConversionException e) {
                throw new TypeConversionException("'" + value
                        + "' is not [HOST:]PORT such as 7480 or 127.0.0.1:7480, with a known host and"
                        + " a port from 1 to 65535");
            }
        }
    }
}
