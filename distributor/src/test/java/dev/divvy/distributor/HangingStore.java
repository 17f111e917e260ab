package dev.divvy.distributor;

import dev.divvy.coordination.Subscription;
import dev.divvy.distributor.store.AssignmentReader;
import dev.divvy.distributor.store.ServiceAssignment;
import dev.divvy.distributor.store.StorePorts;

/** A store whose reads of the table block on demand, as behind a network that drops all packets. */
final class HangingStore extends Store {

    private final HangingReader reader;

    HangingStore(Store store) {
        this(store.ports(), new HangingReader(store.ports().assignments()));
    }

    private HangingStore(StorePorts ports, HangingReader reader) {
        super(new StorePorts(ports.names(), reader, ports.distribution(), ports.board(), ports::close));
        this.reader = reader;
    }

    void hang() {
        reader.hang(true);
    }

    void answer() {
        reader.hang(false);
    }

    private static final class HangingReader implements AssignmentReader {

        private final AssignmentReader reader;

        /** Guarded by this. */
        private boolean hanging;

        HangingReader(AssignmentReader reader) {
            this.reader = reader;
        }

        synchronized void hang(boolean next) {
            hanging = next;
            notifyAll();
        }

        @Override
        public ServiceAssignment look(String service) {
            synchronized (this) {
                while (hanging) {
                    try {
                        wait();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                        throw new IllegalStateException("interrupted", e);
                    }
                }
            }
            return reader.look(service);
        }

        @Override
        public void acknowledge(String service, long epoch) {
            reader.acknowledge(service, epoch);
        }

        @Override
        public Subscription onChange(Runnable changed) {
            return reader.onChange(changed);
        }
    }
}
