package dev.divvy.cache.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EntryCodecTest {

    private static final long HOUR = 3_600_000;
    private static final byte[] KEY = "key".getBytes(StandardCharsets.UTF_8);
    private static final byte[] VALUE = "value".getBytes(StandardCharsets.UTF_8);

    private final ManualClock sender = new ManualClock();
    private final ManualClock receiver = new ManualClock();

    @ParameterizedTest
    @ValueSource(longs = {-HOUR, 0, HOUR})
    void anEntryExpiresAfterTheSameTimeWhateverTheClocksSay(long ahead) {
        receiver.advance(ahead);
        TokenStore store = new TokenStore();
        store.put(sent(EntryLayout.of(KEY, VALUE, sender.millis() + 600_000, sender.millis())));
        receiver.advance(599_999);
        assertThat(store.find(KEY, 0, KEY.length, receiver.millis())).isNotNull();
        receiver.advance(1);
        assertThat(store.find(KEY, 0, KEY.length, receiver.millis())).isNull();
    }

    @ParameterizedTest
    @ValueSource(longs = {-HOUR, 0, HOUR})
    void anEntryIsIdleForAsLongAsItWas(long ahead) {
        receiver.advance(ahead);
        byte[] entry = EntryLayout.of(KEY, VALUE, EntryLayout.NEVER, sender.millis());
        sender.advance(160_000);
        byte[] arrived = sent(entry);
        assertThat(EntryLayout.idleMillis(arrived, receiver.millis())).isEqualTo(160_000);
        assertThat(EntryLayout.expiry(arrived)).isEqualTo(EntryLayout.NEVER);
        assertThat(EntryLayout.key(arrived)).isEqualTo(KEY);
        assertThat(EntryLayout.value(arrived)).isEqualTo(VALUE);
        assertThat(EntryLayout.hash(arrived)).isEqualTo(EntryLayout.hash(entry));
    }

    @Test
    void theExpiryStaysTheSameToTheMillisecondWhereTheClocksAgree() {
        long expiry = sender.millis() + 600_000;
        receiver.advance(EntryCodec.TOLERANCE_MILLIS);
        byte[] arrived = sent(EntryLayout.of(KEY, VALUE, expiry, sender.millis()));
        assertThat(EntryLayout.expiry(arrived)).isEqualTo(expiry);
        receiver.advance(1);
        arrived = sent(EntryLayout.of(KEY, VALUE, expiry, sender.millis()));
        assertThat(EntryLayout.expiry(arrived)).isEqualTo(receiver.millis() + 600_000);
    }

    @Test
    void anEntryThatExpiredStaysExpired() {
        byte[] entry = EntryLayout.of(KEY, VALUE, sender.millis() + 1, sender.millis());
        sender.advance(HOUR);
        assertThat(EntryLayout.isExpired(sent(entry), receiver.millis())).isTrue();
    }

    @Test
    void theLongestTimeToLiveDoesNotOverflow() {
        receiver.advance(HOUR);
        byte[] arrived = sent(EntryLayout.of(KEY, VALUE, Long.MAX_VALUE, sender.millis()));
        assertThat(EntryLayout.expiry(arrived)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void bytesThatAreNoEntryAreRefused() {
        byte[] good = encoded(EntryLayout.of(KEY, VALUE, EntryLayout.NEVER, sender.millis()));
        refused(new byte[23]);
        refused(ByteBuffer.wrap(good.clone()).putLong(0, -2).array());
        refused(ByteBuffer.wrap(good.clone()).putInt(20, -1).array());
        refused(ByteBuffer.wrap(good.clone())
                .putInt(20, KEY.length + VALUE.length + 1)
                .array());
    }

    private void refused(byte[] bytes) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> EntryCodec.decode(bytes, 0, bytes.length, receiver.millis()));
    }

    /** Returns the entry as the receiver has it, by its own clock. */
    private byte[] sent(byte[] entry) {
        byte[] bytes = encoded(entry);
        return EntryCodec.decode(bytes, 0, bytes.length, receiver.millis());
    }

    private byte[] encoded(byte[] entry) {
        byte[] bytes = new byte[EntryCodec.encodedLength(entry)];
        EntryCodec.encode(entry, sender.millis(), bytes, 0);
        return bytes;
    }
}
