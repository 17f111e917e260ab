package dev.divvy.coordination.support;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.coordination.Subscription;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ChangeListenersTest {

    private final ChangeListeners<String> listeners = new ChangeListeners<>();
    private final List<String> calls = new ArrayList<>();

    @Test
    void onlyTheListenersOfTheTopicAreCalled() {
        Subscription unusedA = listeners.add("a", () -> calls.add("a"));
        Subscription unusedB = listeners.add("b", () -> calls.add("b"));
        listeners.changed("a");
        assertThat(calls).containsExactly("a");
        assertThat(listeners.topics()).containsExactlyInAnyOrder("a", "b");
    }

    @Test
    void aListenerThatThrowsDoesNotAffectTheOthers() {
        Subscription unusedA = listeners.add("a", () -> {
            throw new IllegalStateException("planted");
        });
        Subscription unusedB = listeners.add("a", () -> calls.add("second"));
        Subscription unusedC = listeners.add("a", () -> {
            throw new IllegalStateException("planted");
        });
        listeners.changed("a");
        assertThat(calls).containsExactly("second");
    }

    @Test
    void aClosedSubscriptionIsNotCalledAnyMore() {
        Subscription subscription = listeners.add("a", () -> calls.add("a"));
        subscription.close();
        subscription.close();
        listeners.changedWhere(topic -> true);
        assertThat(calls).isEmpty();
        assertThat(listeners.isEmpty()).isTrue();
    }
}
