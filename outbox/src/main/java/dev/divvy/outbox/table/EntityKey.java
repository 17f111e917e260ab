package dev.divvy.outbox.table;

/** Identifies an entity. The events of one entity are handled in order. */
public record EntityKey(String name, String id) {}
