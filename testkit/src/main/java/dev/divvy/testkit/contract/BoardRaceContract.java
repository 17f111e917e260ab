package dev.divvy.testkit.contract;

/**
 * The obligations of a board to members whose requests race: the part of the {@link BoardContract} whose outcome may differ with the
 * isolation level or the topology of the same store.
 */
public interface BoardRaceContract extends RaceContract, SnapshotContract {}
