package dev.divvy.cache.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Tokens;
import dev.divvy.cache.cluster.CurrentRouting;
import dev.divvy.cache.cluster.PendingReply;
import dev.divvy.cache.cluster.ServedToken;
import dev.divvy.cache.cluster.ServedTokens;
import dev.divvy.cache.store.CacheClock;
import dev.divvy.cache.store.EntryStore;
import dev.divvy.coordination.Hold;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The tokens that a node serves. */
class LocalTokensTest {

    private static final int TOKENS = 4;

    private final CurrentRouting routing = new CurrentRouting(Tokens.redis(TOKENS));
    private final ServedTokens servedTokens = new ServedTokens(TOKENS, routing, () -> true);
    private final EntryStore entryStore =
            new EntryStore(TOKENS, EntryStore.UNBOUNDED, Integer.MAX_VALUE, CacheClock.SYSTEM);
    private final LocalTokens tokens = new LocalTokens("n1", routing, servedTokens, entryStore, 0, new NothingMoves());

    private static Hold hold() {
        return (Hold) Proxy.newProxyInstance(
                LocalTokensTest.class.getClassLoader(),
                new Class<?>[] {Hold.class},
                (proxy, method, arguments) -> method.getReturnType() == boolean.class ? false : null);
    }

    /** FLUSHALL finds a token that another thread closes at this moment: no event may follow that decides its reply. */
    @Test
    void aReplyForAllTokensDoesNotWaitForOneThatIsClosed() {
        ServedToken closed = new ServedToken(1, entryStore.open(1), hold(), new ServedToken.Copies() {

            @Override
            public boolean isAlone() {
                return true;
            }

            @Override
            public PendingReply pendingReply() {
                return new PendingReply(1); // nothing decides it
            }

            @Override
            public int complete() {
                return 0;
            }
        });
        servedTokens.add(closed);
        closed.close();
        List<Boolean> decisions = new ArrayList<>();
        Objects.requireNonNull(tokens.pendingReplyForAll()).whenDecided(decisions::add);
        assertThat(decisions).as("whether its flush took place is not known").containsExactly(false);
    }
}
