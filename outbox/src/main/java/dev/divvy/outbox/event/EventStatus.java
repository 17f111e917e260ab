package dev.divvy.outbox.event;

/** States of an event in the table. */
public enum EventStatus {
    /** To be handled now, or when its producer said. */
    PENDING,
    /** Has failed, or was postponed, and waits for its next attempt; or waits for the time that its producer gave, without an attempt. */
    RETRYING,
    /** Waits behind an earlier event of its entity. */
    BEHIND,
    /** Was given up, and the later events of its entity wait until an operator retries or discards it. */
    HELD,
    /** Was given up; its entity went on without it. */
    ABORTED,
    /** Completed, and kept. */
    DONE
}
