package dev.divvy.console;

/**
 * An order of a user of the dashboard.
 *
 * @param action {@code add}, {@code kill}, {@code stop}, {@code pause}, {@code continue}, {@code start}, {@code chaos}, {@code get} or
 *     {@code set}
 * @param target the product to add to, the process, {@code on} or {@code off}, or the key
 * @param value the value of {@code set}; else empty
 */
public record Operation(String action, String target, String value) {}
