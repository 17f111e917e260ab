package dev.divvy.console.feed;

/**
 * An event of the stream.
 *
 * @param number its place in the stream
 * @param data one line of JSON
 */
public record StreamEvent(long number, String name, String data) {}
