package dev.divvy.coordination.member.gate;

import java.util.concurrent.atomic.AtomicInteger;

/** The operations of a {@link Gate}, so that the same check can be run on a wrong one. */
interface GateUnderTest {

    boolean enter();

    void leave();

    void close(Runnable empty);

    void revoke();

    boolean isOpen();

    boolean isVoid();

    /** The gate that members use. */
    record Real(Gate gate) implements GateUnderTest {
        @Override
        public boolean enter() {
            return gate.enter();
        }

        @Override
        public void leave() {
            gate.leave();
        }

        @Override
        public void close(Runnable empty) {
            gate.close(empty);
        }

        @Override
        public void revoke() {
            gate.revoke();
        }

        @Override
        public boolean isOpen() {
            return gate.isOpen();
        }

        @Override
        public boolean isVoid() {
            return gate.isVoid();
        }
    }

    /** The natural mistake: checks whether it is open, then counts the entering thread. */
    final class CheckThenCount implements GateUnderTest {

        private final AtomicInteger inside = new AtomicInteger();
        private volatile boolean closed;
        private volatile boolean revoked;
        private volatile Runnable whenEmpty = () -> {};

        @Override
        public boolean enter() {
            if (closed) {
                return false;
            }
            inside.incrementAndGet();
            return true;
        }

        @Override
        public void leave() {
            if (inside.decrementAndGet() == 0 && closed) {
                whenEmpty.run();
            }
        }

        @Override
        public void close(Runnable empty) {
            whenEmpty = empty;
            closed = true;
            if (inside.get() == 0) {
                empty.run();
            }
        }

        @Override
        public void revoke() {
            closed = true;
            revoked = true;
        }

        @Override
        public boolean isOpen() {
            return !closed;
        }

        @Override
        public boolean isVoid() {
            return revoked;
        }
    }
}
