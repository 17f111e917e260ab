package dev.divvy.cache.resp;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Feeds a stream to a reader in random fragments, each time in another array, as a connection might. */
final class FragmentedStream {

    private FragmentedStream() {}

    static List<String> requests(byte[] stream, Random random, int maxFragment) throws ProtocolException {
        RequestReader reader = new RequestReader(ClientLimits.DEFAULT);
        RespRequest request = new RespRequest();
        List<String> found = new ArrayList<>();
        int done = 0;
        int arrived = 0;
        while (done < stream.length) {
            int shift = random.nextInt(5);
            byte[] window = new byte[shift + arrived - done];
            System.arraycopy(stream, done, window, shift, arrived - done);
            int read = reader.read(window, shift, window.length, request);
            if (read == 0) {
                arrived = Math.min(stream.length, arrived + 1 + random.nextInt(maxFragment));
            } else if (request.size() > 0) {
                found.add(words(request));
            }
            done += read;
        }
        return found;
    }

    private static String words(RespRequest request) {
        List<String> words = new ArrayList<>();
        for (int i = 0; i < request.size(); i++) {
            words.add(new String(request.copy(i), StandardCharsets.ISO_8859_1));
        }
        return String.join("|", words);
    }

    /** Returns the lengths of the replies in a stream. */
    static List<Integer> replies(byte[] stream, Random random, int maxFragment) throws ProtocolException {
        ReplyFramer reader = new ReplyFramer();
        List<Integer> found = new ArrayList<>();
        int done = 0;
        int arrived = 0;
        while (done < stream.length) {
            byte[] window = Arrays.copyOfRange(stream, done, arrived);
            int read = reader.read(window, 0, window.length);
            if (read == 0) {
                arrived = Math.min(stream.length, arrived + 1 + random.nextInt(maxFragment));
            } else {
                found.add(read);
            }
            done += read;
        }
        return found;
    }
}
