package dev.divvy.outbox.table;

/** Whose events are handled in order. */
public record EntityKey(String name, String id) {}
