package dev.divvy.cache.command.ground;

import java.util.function.LongSupplier;

/**
 * What a node says of itself.
 *
 * @param name the member's name
 * @param version of Divvy
 * @param host where clients find it
 * @param port where clients find it
 * @param started milliseconds since the epoch
 * @param commands how many were done since then
 * @param connections how many were taken since then
 */
public record NodeFacts(
        String name,
        String version,
        String host,
        int port,
        long started,
        LongSupplier commands,
        LongSupplier connections) {

    /** The Redis whose commands and answers these are, for clients that ask. */
    public static final String REDIS_VERSION = "7.0.15";
}
