package dev.divvy.coordination.member;

/** The threads of one membership: daemons that bear its name. Who is one of them must not wait for the end of all. */
final class Crew {

    private final String name;

    Crew(String name) {
        this.name = name;
    }

    String name() {
        return name;
    }

    /** A thread that is not started yet. */
    Thread thread(String role, Runnable work) {
        return new Hand(this, role, work);
    }

    /** Whether the caller is on a thread of this crew. */
    boolean isMine() {
        return Thread.currentThread() instanceof Hand hand && hand.crew == this;
    }

    private static final class Hand extends Thread {

        private final Crew crew;

        Hand(Crew crew, String role, Runnable work) {
            super(work, crew.name + "-" + role);
            this.crew = crew;
            setDaemon(true);
        }
    }
}
