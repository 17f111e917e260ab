package dev.divvy.cache.replication;

import dev.divvy.cache.replication.contents.EntryChange;
import dev.divvy.cache.replication.protocol.DataState;
import dev.divvy.cache.replication.protocol.Position;
import dev.divvy.cache.replication.protocol.ReplicaMessage;
import dev.divvy.cache.replication.protocol.ReplicaMessage.Adopt;
import dev.divvy.cache.replication.protocol.ReplicaMessage.Change;
import dev.divvy.cache.replication.protocol.ReplicaMessage.Complete;
import dev.divvy.cache.replication.protocol.ReplicaMessage.CopyBegin;
import dev.divvy.cache.replication.protocol.ReplicaMessage.CopyEnd;
import dev.divvy.cache.replication.protocol.ReplicaMessage.CopyPart;
import dev.divvy.cache.replication.protocol.ReplicaMessage.Envelope;
import dev.divvy.cache.replication.protocol.ReplicaMessage.Forget;
import dev.divvy.cache.replication.protocol.ReplicaMessage.Forgotten;
import dev.divvy.cache.replication.protocol.ReplicaMessage.Kept;
import dev.divvy.cache.replication.protocol.ReplicaMessage.State;
import dev.divvy.cache.store.CacheClock;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;

/** The replicas of a fake node: they say that they keep everything, and keep nothing. */
public final class FakeReplicas {

    private static final ReplicaCodec CODEC = new ReplicaCodec(CacheClock.SYSTEM);

    private FakeReplicas() {}

    /** Returns the replies to messages. */
    public static byte[] reply(byte[] messages) {
        ByteBuf in = Unpooled.wrappedBuffer(messages);
        ByteBuf out = Unpooled.buffer();
        while (in.isReadable()) {
            ReplicaCodec.Message message = CODEC.read(in);
            Envelope<EntryChange> envelope = message.envelope();
            if (!(envelope.message() instanceof CopyBegin) && !(envelope.message() instanceof CopyPart)) {
                CODEC.write(
                        message.token(),
                        new Envelope<>(
                                envelope.tenure(),
                                envelope.epoch(),
                                envelope.conversation(),
                                reply(envelope.message())),
                        out);
            }
        }
        return ByteBufUtil.getBytes(out);
    }

    private static ReplicaMessage<EntryChange> reply(ReplicaMessage<EntryChange> message) {
        if (message instanceof CopyEnd<EntryChange> end) {
            return new Complete<>(end.sequence());
        } else if (message instanceof Adopt<EntryChange> adopt) {
            return new Complete<>(adopt.sequence());
        } else if (message instanceof Change<EntryChange> change) {
            return new Kept<>(change.sequence());
        } else if (message instanceof Forget<EntryChange>) {
            return new Forgotten<>();
        }
        return new State<>(DataState.NONE, Position.NONE);
    }
}
