package dev.divvy.cache.command.context;

/**
 * The identity of a node, as INFO reports it.
 *
 * @param name the name of the member
 * @param version the version of Divvy
 * @param host the host for clients
 * @param port the port for clients
 * @param started the start time, in milliseconds since the epoch
 */
public record NodeInfo(String name, String version, String host, int port, long started) {

    /** The version of Redis whose commands and replies the node follows. */
    public static final String REDIS_VERSION = "7.0.15";
}
