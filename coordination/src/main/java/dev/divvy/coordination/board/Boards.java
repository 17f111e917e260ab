package dev.divvy.coordination.board;

/** A store with room for many boards: one for each group. Tenants that must not share members or pieces have a group each. */
@FunctionalInterface
public interface Boards {

    /** The board of the group of this name; the same cards and allocation for everyone who asks for the same name. */
    Board of(String group);
}
