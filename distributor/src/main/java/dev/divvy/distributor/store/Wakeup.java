package dev.divvy.distributor.store;

/** Lets one thread wait for its time, unless a hint wakes it earlier. */
public final class Wakeup {

    /** Somebody rang since the last wait; guarded by this. */
    private boolean rung;

    public synchronized void ring() {
        rung = true;
        notifyAll();
    }

    /**
     * Waits until this moment of {@link System#nanoTime}, or until somebody rings.
     *
     * @return whether somebody rang
     */
    public synchronized boolean awaitUntil(long moment) throws InterruptedException {
        for (long left; !rung && (left = moment - System.nanoTime()) > 0; ) {
            wait(left / 1_000_000, (int) (left % 1_000_000));
        }
        boolean was = rung;
        rung = false;
        return was;
    }
}
