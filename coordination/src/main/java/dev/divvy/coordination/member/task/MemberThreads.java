package dev.divvy.coordination.member.task;

import dev.divvy.coordination.support.DaemonThreads;
import org.jspecify.annotations.Nullable;

/** Creates the threads of one membership, named after it. None of them may wait for all of them to end. */
public final class MemberThreads {

    /** The membership to which the current thread belongs. Set by the thread itself when it starts. */
    private static final ThreadLocal<@Nullable MemberThreads> OWNER = new ThreadLocal<>();

    private final String name;

    public MemberThreads(String name) {
        this.name = name;
    }

    /** Returns a new thread that is not started. */
    public Thread thread(String role, Runnable work) {
        return DaemonThreads.unstarted(name + "-" + role, () -> {
            OWNER.set(this);
            work.run();
        });
    }

    /** Whether the current thread is one of these threads. */
    public boolean containsCurrent() {
        return OWNER.get() == this;
    }
}
