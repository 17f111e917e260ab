package dev.divvy.console.view;

/**
 * One product of a process.
 *
 * @param product {@code cache}, {@code outbox} or {@code distributor}
 * @param figures a record of the product, whose components are the fields
 */
public record ProductView(String product, GroupView group, Record figures) {}
