package dev.divvy.cache.replication;

import dev.divvy.cache.replication.contents.EntryChange;
import dev.divvy.cache.replication.protocol.DataState;
import dev.divvy.cache.replication.protocol.Position;
import dev.divvy.cache.replication.protocol.RecentChanges.Item;
import dev.divvy.cache.replication.protocol.RecentChanges.Tail;
import dev.divvy.cache.replication.protocol.ReplicaMessage;
import dev.divvy.cache.replication.protocol.ReplicaMessage.Adopt;
import dev.divvy.cache.replication.protocol.ReplicaMessage.Change;
import dev.divvy.cache.replication.protocol.ReplicaMessage.Complete;
import dev.divvy.cache.replication.protocol.ReplicaMessage.CopyBegin;
import dev.divvy.cache.replication.protocol.ReplicaMessage.CopyEnd;
import dev.divvy.cache.replication.protocol.ReplicaMessage.CopyPart;
import dev.divvy.cache.replication.protocol.ReplicaMessage.Envelope;
import dev.divvy.cache.replication.protocol.ReplicaMessage.Fetch;
import dev.divvy.cache.replication.protocol.ReplicaMessage.FetchedEnd;
import dev.divvy.cache.replication.protocol.ReplicaMessage.FetchedPart;
import dev.divvy.cache.replication.protocol.ReplicaMessage.Forget;
import dev.divvy.cache.replication.protocol.ReplicaMessage.Forgotten;
import dev.divvy.cache.replication.protocol.ReplicaMessage.Hello;
import dev.divvy.cache.replication.protocol.ReplicaMessage.Kept;
import dev.divvy.cache.replication.protocol.ReplicaMessage.MakeRoom;
import dev.divvy.cache.replication.protocol.ReplicaMessage.Released;
import dev.divvy.cache.replication.protocol.ReplicaMessage.Stale;
import dev.divvy.cache.replication.protocol.ReplicaMessage.State;
import dev.divvy.cache.replication.protocol.ReplicaMessage.Trim;
import dev.divvy.cache.replication.protocol.TakeoverHistory;
import dev.divvy.cache.store.CacheClock;
import dev.divvy.cache.store.EntryCodec;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/** Messages about tokens as bytes: token, kind, tenure, epoch, conversation, and what the message says. */
final class ReplicaCodec {

    /** A message about one token. */
    record Message(int token, Envelope<EntryChange> envelope) {}

    /** The constants by their numbers in messages. */
    private static final List<EntryChange.Kind> CHANGES =
            List.of(EntryChange.Kind.PUT, EntryChange.Kind.REMOVE, EntryChange.Kind.FLUSH, EntryChange.Kind.FORGOT);

    private static final List<DataState> STATES = List.of(DataState.NONE, DataState.PARTIAL, DataState.COMPLETE);

    private static final int HELLO = 1;
    private static final int COPY_BEGIN = 2;
    private static final int COPY_PART = 3;
    private static final int COPY_END = 4;
    private static final int CHANGE = 5;
    private static final int ADOPT = 6;
    private static final int FORGET = 7;
    private static final int FETCH = 8;
    private static final int STATE = 9;
    private static final int STALE = 10;
    private static final int KEPT = 11;
    private static final int COMPLETE = 12;
    private static final int FORGOTTEN = 13;
    private static final int FETCHED_PART = 14;
    private static final int FETCHED_END = 15;
    private static final int RELEASED = 16;
    private static final int MAKE_ROOM = 17;
    private static final int TRIM = 18;

    private final CacheClock clock;
    private final LongAdder partsWritten = new LongAdder();

    ReplicaCodec(CacheClock clock) {
        this.clock = clock;
    }

    // --- writing ---

    /** Returns the number of parts of tokens that were sent to other nodes. */
    long partsWritten() {
        return partsWritten.sum();
    }

    void write(int token, Envelope<EntryChange> envelope, ByteBuf out) {
        ReplicaMessage<EntryChange> message = envelope.message();
        out.writeInt(token);
        out.writeByte(kindOf(message));
        out.writeLong(envelope.tenure());
        out.writeLong(envelope.epoch());
        out.writeLong(envelope.conversation());
        if (message instanceof Change<EntryChange> change) {
            out.writeLong(change.sequence());
            write(change.stable(), out);
            write(change.change(), out);
        } else if (message instanceof Kept<EntryChange> kept) {
            out.writeLong(kept.sequence());
        } else if (message instanceof CopyPart<EntryChange> part) {
            partsWritten.increment();
            writeAll(part.entries(), out);
        } else if (message instanceof CopyEnd<EntryChange> end) {
            out.writeLong(end.sequence());
            write(end.history(), out);
            write(end.recent(), out);
        } else if (message instanceof Adopt<EntryChange> adopt) {
            write(adopt.from(), out);
            writeItems(adopt.tail(), out);
            out.writeLong(adopt.sequence());
            write(adopt.history(), out);
            write(adopt.stable(), out);
        } else if (message instanceof Fetch<EntryChange> fetch) {
            out.writeInt(fetch.part());
        } else if (message instanceof State<EntryChange> state) {
            out.writeByte(STATES.indexOf(state.state()));
            write(state.position(), out);
        } else if (message instanceof Complete<EntryChange> complete) {
            out.writeLong(complete.sequence());
        } else if (message instanceof MakeRoom<EntryChange> room) {
            out.writeLong(room.bytes());
        } else if (message instanceof Trim<EntryChange> trim) {
            write(trim.stable(), out);
        } else if (message instanceof FetchedPart<EntryChange> part) {
            partsWritten.increment();
            out.writeInt(part.part());
            writeAll(part.entries(), out);
        } else if (message instanceof FetchedEnd<EntryChange> end) {
            write(end.position(), out);
            write(end.history(), out);
            write(end.recent(), out);
        }
    }

    private static int kindOf(ReplicaMessage<EntryChange> message) {
        if (message instanceof Change<EntryChange>) {
            return CHANGE;
        } else if (message instanceof Kept<EntryChange>) {
            return KEPT;
        } else if (message instanceof Hello<EntryChange>) {
            return HELLO;
        } else if (message instanceof CopyBegin<EntryChange>) {
            return COPY_BEGIN;
        } else if (message instanceof CopyPart<EntryChange>) {
            return COPY_PART;
        } else if (message instanceof CopyEnd<EntryChange>) {
            return COPY_END;
        } else if (message instanceof Adopt<EntryChange>) {
            return ADOPT;
        } else if (message instanceof Forget<EntryChange>) {
            return FORGET;
        } else if (message instanceof Fetch<EntryChange>) {
            return FETCH;
        } else if (message instanceof State<EntryChange>) {
            return STATE;
        } else if (message instanceof Stale<EntryChange>) {
            return STALE;
        } else if (message instanceof Complete<EntryChange>) {
            return COMPLETE;
        } else if (message instanceof Forgotten<EntryChange>) {
            return FORGOTTEN;
        } else if (message instanceof FetchedPart<EntryChange>) {
            return FETCHED_PART;
        } else if (message instanceof Released<EntryChange>) {
            return RELEASED;
        } else if (message instanceof MakeRoom<EntryChange>) {
            return MAKE_ROOM;
        } else if (message instanceof Trim<EntryChange>) {
            return TRIM;
        }
        return FETCHED_END;
    }

    private static void write(Position position, ByteBuf out) {
        out.writeLong(position.tenure());
        out.writeLong(position.sequence());
    }

    private static void write(TakeoverHistory history, ByteBuf out) {
        Position[] ends = history.ends();
        out.writeInt(ends.length);
        for (Position end : ends) {
            write(end, out);
        }
    }

    private void write(Tail<EntryChange> tail, ByteBuf out) {
        write(tail.start(), out);
        writeItems(tail.items(), out);
    }

    private void writeItems(List<Item<EntryChange>> items, ByteBuf out) {
        out.writeInt(items.size());
        for (Item<EntryChange> item : items) {
            write(item.position(), out);
            write(item.change(), out);
        }
    }

    private void writeAll(List<EntryChange> changes, ByteBuf out) {
        out.writeInt(changes.size());
        for (EntryChange change : changes) {
            write(change, out);
        }
    }

    private void write(EntryChange change, ByteBuf out) {
        out.writeByte(CHANGES.indexOf(change.kind()));
        byte[] bytes = change.bytes();
        if (change.kind() == EntryChange.Kind.PUT) {
            bytes = new byte[EntryCodec.encodedLength(change.bytes())];
            EntryCodec.encode(change.bytes(), clock.millis(), bytes, 0);
        }
        out.writeInt(bytes.length);
        out.writeBytes(bytes);
    }

    // --- reading ---

    /**
     * Reads the next message.
     *
     * @throws IllegalArgumentException when the bytes are not a message
     * @throws IndexOutOfBoundsException when the bytes end within a message
     */
    Message read(ByteBuf in) {
        int token = in.readInt();
        int kind = in.readByte();
        long tenure = in.readLong();
        long epoch = in.readLong();
        long conversation = in.readLong();
        return new Message(token, new Envelope<>(tenure, epoch, conversation, readMessage(kind, in)));
    }

    private ReplicaMessage<EntryChange> readMessage(int kind, ByteBuf in) {
        return switch (kind) {
            case HELLO -> new Hello<>();
            case COPY_BEGIN -> new CopyBegin<>();
            case COPY_PART -> new CopyPart<>(readAll(in));
            case COPY_END -> new CopyEnd<>(in.readLong(), readHistory(in), readTail(in));
            case CHANGE -> {
                long sequence = in.readLong();
                Position stable = readPosition(in);
                yield new Change<>(sequence, readChange(in), stable);
            }
            case ADOPT ->
                new Adopt<>(readPosition(in), readItems(in), in.readLong(), readHistory(in), readPosition(in));
            case FORGET -> new Forget<>();
            case FETCH -> new Fetch<>(in.readInt());
            case STATE -> new State<>(readState(in), readPosition(in));
            case STALE -> new Stale<>();
            case KEPT -> new Kept<>(in.readLong());
            case COMPLETE -> new Complete<>(in.readLong());
            case FORGOTTEN -> new Forgotten<>();
            case FETCHED_PART -> new FetchedPart<>(in.readInt(), readAll(in));
            case FETCHED_END -> new FetchedEnd<>(readPosition(in), readHistory(in), readTail(in));
            case RELEASED -> new Released<>();
            case MAKE_ROOM -> new MakeRoom<>(in.readLong());
            case TRIM -> new Trim<>(readPosition(in));
            default -> throw new IllegalArgumentException("there is no message of kind " + kind);
        };
    }

    private static DataState readState(ByteBuf in) {
        return constant(STATES, in.readByte());
    }

    private static <T> T constant(List<T> constants, int number) {
        if (number < 0 || number >= constants.size()) {
            throw new IllegalArgumentException("there is no constant " + number);
        }
        return constants.get(number);
    }

    private static Position readPosition(ByteBuf in) {
        return new Position(in.readLong(), in.readLong());
    }

    private static TakeoverHistory readHistory(ByteBuf in) {
        Position[] ends = new Position[readCount(in)];
        for (int i = 0; i < ends.length; i++) {
            ends[i] = readPosition(in);
        }
        return TakeoverHistory.of(ends);
    }

    private Tail<EntryChange> readTail(ByteBuf in) {
        return new Tail<>(readPosition(in), readItems(in));
    }

    private List<Item<EntryChange>> readItems(ByteBuf in) {
        int count = readCount(in);
        List<Item<EntryChange>> items = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            items.add(new Item<>(readPosition(in), readChange(in)));
        }
        return items;
    }

    private List<EntryChange> readAll(ByteBuf in) {
        int count = readCount(in);
        List<EntryChange> changes = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            changes.add(readChange(in));
        }
        return changes;
    }

    /** Reads a number of things of which each takes at least a byte. */
    private static int readCount(ByteBuf in) {
        int count = in.readInt();
        if (count < 0 || count > in.readableBytes()) {
            throw new IllegalArgumentException(
                    "a message of " + in.readableBytes() + " bytes with " + count + " parts");
        }
        return count;
    }

    private EntryChange readChange(ByteBuf in) {
        EntryChange.Kind kind = constant(CHANGES, in.readByte());
        byte[] bytes = new byte[readCount(in)];
        in.readBytes(bytes);
        return switch (kind) {
            case PUT -> EntryChange.put(EntryCodec.decode(bytes, 0, bytes.length, clock.millis()));
            case REMOVE -> EntryChange.remove(bytes);
            case FLUSH -> EntryChange.FLUSH;
            case FORGOT -> EntryChange.forgot(Unpooled.wrappedBuffer(bytes).readLong());
        };
    }
}
