package dev.divvy.distributor.table;

/**
 * What a writer brings along, besides what hangs in the store.
 *
 * @param lineage the name of a new line of epochs, for a store that knows none
 * @param floor the highest epoch that it remembers: the next one is above it, also where the store forgot
 * @param forget releasers of earlier epochs had their time to let go
 */
public record WriterMemory(String lineage, long floor, long forget) {}
