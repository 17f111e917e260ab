package dev.divvy.boardredis.connection;

import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.CommandOutput;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The reply of a script without conversion: bytes, a number, null, or a list of these. */
final class ScriptReplyDecoder extends CommandOutput<byte[], byte[], @Nullable Object> {

    private record Level(List<@Nullable Object> list, int size) {}

    /** The lists that are not full yet, the innermost first. */
    private final Deque<Level> open = new ArrayDeque<>();

    ScriptReplyDecoder() {
        super(ByteArrayCodec.INSTANCE, null);
    }

    @Override
    public void set(@Nullable ByteBuffer bytes) {
        add(bytes == null ? null : codec.decodeValue(bytes));
    }

    @Override
    public void set(long number) {
        add(number);
    }

    @Override
    public void multi(int count) {
        if (count < 0) {
            add(null);
            return;
        }
        List<@Nullable Object> list = new ArrayList<>();
        add(list);
        if (count > 0) {
            open.push(new Level(list, count));
        }
    }

    private void add(@Nullable Object value) {
        Level level = open.peek();
        if (level == null) {
            output = value;
            return;
        }
        level.list().add(value);
        if (level.list().size() == level.size()) {
            open.pop();
        }
    }
}
