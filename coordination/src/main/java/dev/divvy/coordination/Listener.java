package dev.divvy.coordination;

/**
 * Is told of pieces gained and lost, in order, on one thread of its membership. What it throws is logged and changes nothing. While it
 * runs, the pulse goes on, but other listeners and the start of tasks wait. Closing its subscription does not wait: it may still be told
 * what was under way.
 */
public interface Listener {

    /** These pieces may be worked on from now on. A listener that comes later is first told of all that is held. */
    default void gained(Portion portion) {}

    /**
     * These pieces are lost. Where the reason is {@link LossReason#REVOKED} the next owner waits until this returns, at most the grace time: end
     * what runs, then return. A member that is {@linkplain dev.divvy.coordination.MemberSettings#givenAhead given things ahead} is also told of
     * pieces that it lost before it gained them.
     */
    default void lost(Portion portion, LossReason why) {}
}
