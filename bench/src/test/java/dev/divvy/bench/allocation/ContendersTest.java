package dev.divvy.bench.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.hash.function.Xxh3;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongToIntFunction;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ContendersTest {

    private final Contenders contenders = new Contenders();

    @BeforeEach
    void fillKeys() {
        contenders.fillKeys();
    }

    @Test
    void theLookupAgreesWithTheAllocation() {
        Tokens tokens = (Tokens) contenders.allocation.pieces();
        for (byte[] key : contenders.keys) {
            int owner = contenders.lookup.ownerOfKey(key);
            assertThat(contenders.lookup.ownerOfHash(Xxh3.hash64(key))).isEqualTo(owner);
            assertThat(contenders.allocation.owner(tokens.tokenOf(key)))
                    .contains(contenders.allocation.roster().get(owner));
        }
    }

    @Test
    void everyContenderNamesOwnersInRangeAndUsesAllMembers() {
        Map<String, LongToIntFunction> all = new LinkedHashMap<>();
        all.put("divvy", contenders.lookup::ownerOfHash);
        all.put("divvy, a million tokens", contenders.millionTokens::ownerOfHash);
        all.put("jump", hash -> contenders.jump.getBucket(hash, Contenders.MEMBERS));
        all.put("jumpBack", hash -> contenders.jumpBack.getBucket(hash, Contenders.MEMBERS));
        all.put("rendezvous", contenders.rendezvous::owner);
        all.put("ring", contenders.ring::owner);
        all.put("modulo", Contenders::modulo);
        all.forEach((name, algorithm) -> {
            int[] keysPerMember = new int[Contenders.MEMBERS];
            for (long hash : contenders.hashes) {
                int owner = algorithm.applyAsInt(hash);
                assertThat(owner).as(name).isBetween(0, Contenders.MEMBERS - 1);
                keysPerMember[owner]++;
            }
            assertThat(keysPerMember).as(name).doesNotContain(0);
        });
    }
}
