package dev.divvy.bench.cache.contestant;

import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import io.netty.handler.flush.FlushConsolidationHandler;

/** What both ends of the floor do with bytes: a length in front of every message, and many of them in one write. */
final class Frames {

    static final int LENGTH = Integer.BYTES;

    private static final int MOST = 1 << 20;

    private Frames() {}

    static ChannelPipeline into(ChannelPipeline pipeline) {
        return pipeline.addLast(
                new FlushConsolidationHandler(256, true), new LengthFieldBasedFrameDecoder(MOST, 0, LENGTH, 0, LENGTH));
    }
}
