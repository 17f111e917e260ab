package dev.divvy.console.view;

/** A new epoch of a product, or one whose handover has ended: it replaces an epoch of the same number. */
public record EpochEvent(String product, EpochView epoch) {}
