package dev.divvy.bench.cache.contestant;

import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import io.netty.handler.flush.FlushConsolidationHandler;

/**
 * The framing between {@link NettyMapClient} and {@link NettyMapProcess}: a length before every message, and several messages per write.
 */
final class LengthFraming {

    static final int LENGTH = Integer.BYTES;

    private static final int LONGEST_FRAME = 1 << 20;

    private LengthFraming() {}

    static ChannelPipeline addTo(ChannelPipeline pipeline) {
        return pipeline.addLast(
                new FlushConsolidationHandler(256, true),
                new LengthFieldBasedFrameDecoder(LONGEST_FRAME, 0, LENGTH, 0, LENGTH));
    }
}
