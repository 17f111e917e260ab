package dev.divvy.distributor;

import dev.divvy.coordination.Fence;

/**
 * A unit that this service may work on.
 *
 * @param fence the fencing token for work on the unit; a later owner has a newer one
 */
public record Unit(String name, Fence fence) {}
