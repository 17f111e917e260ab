package dev.divvy.coordination.member.task;

/** The threads of one membership: daemons that bear its name. Who is one of them must not wait for the end of all. */
public final class MemberThreads {

    private final String name;

    public MemberThreads(String name) {
        this.name = name;
    }

    public String name() {
        return name;
    }

    /** A thread that is not started yet. */
    public Thread thread(String role, Runnable work) {
        return new Hand(this, role, work);
    }

    /** Whether the caller is on a thread of this crew. */
    public boolean isMine() {
        return Thread.currentThread() instanceof Hand hand && hand.crew == this;
    }

    private static final class Hand extends Thread {

        private final MemberThreads crew;

        Hand(MemberThreads crew, String role, Runnable work) {
            super(work, crew.name + "-" + role);
            this.crew = crew;
            setDaemon(true);
        }
    }
}
