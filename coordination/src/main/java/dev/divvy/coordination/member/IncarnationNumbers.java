package dev.divvy.coordination.member;

import dev.divvy.coordination.protocol.UniqueNumbers;
import java.security.SecureRandom;

/**
 * Draws incarnation numbers from the wall clock and random low bits. A process without memory thus usually exceeds its earlier incarnations
 * at once; if its wall clock is wrong, the board tells it which number to exceed. No decision compares the numbers with a clock.
 */
final class IncarnationNumbers implements UniqueNumbers {

    private static final int RANDOM_BITS = 16;
    private static final String LETTERS = "abcdefghijkmnpqrstuvwxyz23456789";

    private final SecureRandom random = new SecureRandom();

    @Override
    public long incarnation(long above) {
        long step = Math.max(above >> RANDOM_BITS, System.currentTimeMillis()) + 1;
        return (step << RANDOM_BITS) | random.nextInt(1 << RANDOM_BITS);
    }

    @Override
    public String lineage() {
        StringBuilder name = new StringBuilder(12);
        for (int i = 0; i < 12; i++) {
            name.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
        }
        return name.toString();
    }
}
