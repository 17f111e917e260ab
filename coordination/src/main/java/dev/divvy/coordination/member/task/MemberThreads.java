package dev.divvy.coordination.member.task;

import dev.divvy.coordination.support.DaemonThreads;
import org.jspecify.annotations.Nullable;

/** The threads of one membership, named after it. None of them may wait for the end of all. */
public final class MemberThreads {

    /** The membership whose thread this is. Set by the thread itself when it begins. */
    private static final ThreadLocal<@Nullable MemberThreads> OWNER = new ThreadLocal<>();

    private final String name;

    public MemberThreads(String name) {
        this.name = name;
    }

    /** Returns a thread that is not started yet. */
    public Thread thread(String role, Runnable work) {
        return DaemonThreads.unstarted(name + "-" + role, () -> {
            OWNER.set(this);
            work.run();
        });
    }

    /** Whether the caller is on one of these threads. */
    public boolean isMine() {
        return OWNER.get() == this;
    }
}
