package dev.divvy.coordination.board;

/** A store of many boards, one per group. Tenants that must not share members or pieces have a group each. */
@FunctionalInterface
public interface Boards {

    /** Returns the board of the group with this name. All boards returned for one name have the same cards and allocation. */
    Board of(String group);
}
