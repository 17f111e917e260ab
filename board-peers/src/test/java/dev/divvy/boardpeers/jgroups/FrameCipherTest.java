package dev.divvy.boardpeers.jgroups;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Only a process with the same secret and the same mesh reads a frame, whether the secret is short or long. */
class FrameCipherTest {

    private static final byte[] PLAIN = "who owns what".getBytes(UTF_8);

    private static final List<String> SECRETS =
            List.of("8 chars.", "a secret of thirty-one letters.", "a secret of thirty-two letters..");

    private static byte[] encrypted(FrameCipher cipher) {
        return cipher.encrypt(PLAIN, 0, PLAIN.length);
    }

    @Test
    void theSameSecretReadsIt() throws Exception {
        for (String secret : SECRETS) {
            byte[] frame = encrypted(new FrameCipher("divvy", secret));
            assertThat(new FrameCipher("divvy", secret).decrypt(ByteBuffer.wrap(frame)))
                    .isEqualTo(PLAIN);
        }
    }

    @Test
    void anotherSecretOrMeshDoesNot() {
        for (String secret : SECRETS) {
            ByteBuffer frame = ByteBuffer.wrap(encrypted(new FrameCipher("divvy", secret)));
            refused(new FrameCipher("divvy", secret.replace('s', 'S')), frame.duplicate());
            refused(new FrameCipher("divvy", secret + "."), frame.duplicate());
            refused(new FrameCipher("another", secret), frame.duplicate());
        }
    }

    private static void refused(FrameCipher cipher, ByteBuffer frame) {
        assertThatThrownBy(() -> cipher.decrypt(frame)).isInstanceOf(GeneralSecurityException.class);
    }
}
