package dev.divvy.cache.heal;

import dev.divvy.boardpeers.Heal;
import dev.divvy.boardpeers.Mesh;
import dev.divvy.coordination.Subscription;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

/** Tells of splits and of their ends. No method blocks. */
public interface SplitSource {

    /** The source of a node that does not care, or that has no mesh. */
    SplitSource NONE = new SplitSource() {
        @Override
        public OptionalLong apartSince() {
            return OptionalLong.empty();
        }

        @Override
        public Optional<Heal> lastHeal() {
            return Optional.empty();
        }

        @Override
        public Subscription onHeal(Consumer<Heal> listener) {
            return () -> {};
        }
    };

    static SplitSource of(Mesh mesh) {
        return new SplitSource() {
            @Override
            public OptionalLong apartSince() {
                return mesh.apartSince();
            }

            @Override
            public Optional<Heal> lastHeal() {
                return mesh.lastHeal();
            }

            @Override
            public Subscription onHeal(Consumer<Heal> listener) {
                return mesh.onHeal(listener);
            }
        };
    }

    /** Returns since when this node has been apart from others that may be running. */
    OptionalLong apartSince();

    /** Returns the last heal. On a node that lost it is known before its member is ejected. */
    Optional<Heal> lastHeal();

    /** Calls the listener for every heal, after {@link #lastHeal} returns it; it must not block. */
    Subscription onHeal(Consumer<Heal> listener);
}
