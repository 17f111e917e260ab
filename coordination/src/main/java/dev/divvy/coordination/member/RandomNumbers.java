package dev.divvy.coordination.member;

import dev.divvy.coordination.protocol.UniqueNumbers;
import java.security.SecureRandom;

/**
 * Numbers that grow with the calendar and end in chance: a process that remembers nothing mostly draws above its former lives at once, and
 * where its calendar is wrong the board tells it how high to begin. No decision compares them with a clock.
 */
final class RandomNumbers implements UniqueNumbers {

    private static final int CHANCE_BITS = 16;
    private static final String LETTERS = "abcdefghijkmnpqrstuvwxyz23456789";

    private final SecureRandom random = new SecureRandom();

    @Override
    public long incarnation(long above) {
        long step = Math.max(above >> CHANCE_BITS, System.currentTimeMillis()) + 1;
        return (step << CHANCE_BITS) | random.nextInt(1 << CHANCE_BITS);
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
