package dev.divvy.cache.command.context;

/**
 * What a node says of itself.
 *
 * @param name the member's name
 * @param version of Divvy
 * @param host where clients find it
 * @param port where clients find it
 * @param started milliseconds since the epoch
 */
public record NodeInfo(String name, String version, String host, int port, long started) {

    /** The Redis whose commands and answers these are, for clients that ask. */
    public static final String REDIS_VERSION = "7.0.15";
}
