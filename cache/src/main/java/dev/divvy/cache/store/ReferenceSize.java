package dev.divvy.cache.store;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;

/** The bytes that a reference takes on the heap of this JVM: 4, or 8 where it cannot compress them (a large heap, or ZGC). */
final class ReferenceSize {

    private static final int COMPRESSED = 4;
    private static final int FULL = 8;

    /** From this heap on references are never compressed, unless objects are aligned unusually. */
    private static final long LARGE_HEAP = 32L << 30;

    /** Below this heap the launcher selects a collector that compresses them; asking the JVM takes a noticeable part of a start. */
    private static final long SMALL_HEAP = 1L << 30;

    static final int BYTES = of(Runtime.getRuntime().maxMemory());

    private ReferenceSize() {}

    /** Determines the size, if that has not happened yet. */
    static void prepare() {}

    private static int of(long heap) {
        if (heap >= LARGE_HEAP) {
            return FULL;
        }
        return heap < SMALL_HEAP || compresses() ? COMPRESSED : FULL;
    }

    private static boolean compresses() {
        try {
            HotSpotDiagnosticMXBean jvm = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
            return Boolean.parseBoolean(jvm.getVMOption("UseCompressedOops").getValue());
        } catch (RuntimeException | LinkageError e) {
            // Another JVM, or one without its management: most of them compress references.
            return true;
        }
    }
}
