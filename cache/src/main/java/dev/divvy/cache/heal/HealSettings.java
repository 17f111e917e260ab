package dev.divvy.cache.heal;

import java.time.Duration;

/**
 * Settings of a node for the end of a split.
 *
 * @param name the name of the node
 * @param forgetAll whether everything is forgotten, and not only the keys that the losing side changed
 */
public record HealSettings(String name, Duration timeToLive, boolean forgetAll) {}
