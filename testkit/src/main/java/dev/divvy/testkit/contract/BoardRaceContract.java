package dev.divvy.testkit.contract;

/**
 * What a board owes to members whose requests race: the part of the {@link BoardContract} that may turn out differently at another level of
 * isolation or on another topology of the same store.
 */
public interface BoardRaceContract extends RaceContract, SnapshotContract {}
