package dev.divvy.testkit.contract;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Directives;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Tenure;
import dev.divvy.allocation.Tenures;
import dev.divvy.allocation.Version;
import java.util.Optional;

/** Boards that store the wrong allocation, or only a part of it. */
final class BrokenPublications {

    private BrokenPublications() {}

    static final class NoCompare extends PlainBoard {
        @Override
        public synchronized boolean publish(Incarnation publisher, Optional<Version> basis, Allocation next) {
            return super.publish(publisher, record.allocation().map(Allocation::version), next);
        }
    }

    static final class EpochsOnly extends PlainBoard {
        @Override
        public synchronized boolean publish(Incarnation publisher, Optional<Version> basis, Allocation next) {
            Optional<Version> current = record.allocation().map(Allocation::version);
            boolean same = current.map(Version::epoch).equals(basis.map(Version::epoch));
            return super.publish(publisher, same ? current : basis, next);
        }
    }

    static final class HigherEpochOnly extends PlainBoard {
        @Override
        public synchronized boolean publish(Incarnation publisher, Optional<Version> basis, Allocation next) {
            return basis.map(Version::epoch).orElse(0L) < next.epoch() && super.publish(publisher, basis, next);
        }
    }

    static final class AnyPublisher extends PlainBoard {
        @Override
        public synchronized boolean publish(Incarnation publisher, Optional<Version> basis, Allocation next) {
            boolean may = record.allocation().map(Allocation::version).equals(basis);
            record = may ? record.with(next) : record;
            return may;
        }
    }

    static final class LookThenPublish extends PlainBoard {

        private final RaceWindow window = new RaceWindow();

        @Override
        public boolean publish(Incarnation publisher, Optional<Version> basis, Allocation next) {
            boolean may = record.mayPublish(publisher, basis);
            if (may) {
                window.pass();
                synchronized (this) {
                    record = record.with(next);
                }
            }
            return may;
        }
    }

    static final class NoDirectives extends PlainBoard {
        @Override
        public boolean publish(Incarnation publisher, Optional<Version> basis, Allocation next) {
            Allocation kept = new Allocation(
                    next.version(), next.pieces(), next.roster(), Directives.NONE, next.holders(), next.history());
            return super.publish(publisher, basis, kept);
        }
    }

    static final class NoReleasers extends PlainBoard {
        @Override
        public boolean publish(Incarnation publisher, Optional<Version> basis, Allocation next) {
            Tenures tenures = Tenures.all(next.pieces().count(), Tenure.neverOwned(next.epoch()));
            Allocation kept = new Allocation(
                    next.version(),
                    next.pieces(),
                    next.roster(),
                    next.directives(),
                    next.holders().withTenures(tenures),
                    next.history());
            return super.publish(publisher, basis, kept);
        }
    }
}
