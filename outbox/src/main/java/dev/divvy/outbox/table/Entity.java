package dev.divvy.outbox.table;

/** Whose events are handled in order. */
public record Entity(String name, String id) {}
