package dev.divvy.outbox.event;

/** The fate of an entity when one of its events has failed for the last time. */
public enum AfterLastAttempt {
    /** The event is aborted, and the entity's later events are handled without it. */
    SKIP,
    /** The event is held: the entity's later events wait until an operator retries or discards it. */
    HOLD_ENTITY
}
