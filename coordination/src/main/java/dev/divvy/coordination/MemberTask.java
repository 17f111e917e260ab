package dev.divvy.coordination;

/**
 * Work of a member as a whole: started when it holds something, on one thread, and asked to stop when it holds nothing any more. Its share
 * may change while it runs; it works on a piece with {@link Membership#hold}, so that the piece is not handed over meanwhile. If it throws,
 * or returns after {@link Shift#portion()} was empty, it is started again after a while, should the member still hold something.
 */
@FunctionalInterface
public interface MemberTask {

    void run(Shift shift) throws Exception;

    /** One run of the task. */
    interface Shift {

        /** Returns what the member holds now. */
        Portion portion();

        /** Whether the task should end: the member holds nothing, or will soon. */
        boolean stopping();
    }
}
