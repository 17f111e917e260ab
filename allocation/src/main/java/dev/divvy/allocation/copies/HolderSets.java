package dev.divvy.allocation.copies;

import java.util.Arrays;

/** The holders of each piece while they are chosen. */
final class HolderSets {

    private final CopyRequest request;
    private final int[] holders;
    private final int[] sizes;
    private final int[] inZone;

    /** Creates the sets with the kept holders of fixed pieces. */
    HolderSets(OwnerRows rows) {
        this.request = rows.request();
        this.holders = new int[request.pieces() * request.depth()];
        this.sizes = new int[request.pieces()];
        this.inZone = new int[request.zoneCount()];
        Arrays.fill(holders, CopyRequest.NONE);
        for (int piece = 0; piece < sizes.length; piece++) {
            for (int i = 0, member; rows.isFixed(piece) && (member = rows.kept(piece, i)) != CopyRequest.NONE; i++) {
                add(piece, member);
            }
        }
    }

    int size(int piece) {
        return sizes[piece];
    }

    int get(int piece, int index) {
        return holders[piece * request.depth() + index];
    }

    boolean contains(int piece, int member) {
        for (int i = 0; i < sizes[piece]; i++) {
            if (get(piece, i) == member) {
                return true;
            }
        }
        return false;
    }

    /** Returns the zones in which the piece may have one more holder, and can then still get the copies that it lacks. */
    boolean[] openZones(OwnerRule rule, int piece, int without) {
        int count = 0;
        Arrays.fill(inZone, 0);
        for (int i = 0; i < sizes[piece]; i++) {
            int holder = get(piece, i);
            if (holder != without) {
                inZone[request.zones()[holder]]++;
                count++;
            }
        }
        return rule.openZones(inZone, count);
    }

    /** Whether the piece may have this member as a holder, where these zones are open to it. */
    boolean accepts(OwnerRule rule, int piece, int member, boolean[] openZones) {
        return openZones[request.zones()[member]] && rule.permits(member) && !contains(piece, member);
    }

    void add(int piece, int member) {
        holders[piece * request.depth() + sizes[piece]++] = member;
    }

    void replace(int piece, int member, int by) {
        int slot = piece * request.depth();
        while (holders[slot] != member) {
            slot++;
        }
        holders[slot] = by;
    }

    /**
     * Deals copies of a class to its pieces in turn, zone after zone and member after member. A member gets no piece twice, as it has
     * at most as many copies as there are pieces; likewise the copies in one zone are spread evenly over the pieces. The turn passes over
     * the pieces in strides, so that a run of pieces, which may change its owner as a whole, has its copies at all members alike.
     */
    void dealClass(int[] pieces, int[] copies) {
        int size = pieces.length;
        long stride = stride(size);
        long turn = 0;
        for (int zone = 0; zone < request.zoneCount(); zone++) {
            for (int member = 0; member < copies.length; member++) {
                for (int i = 0; i < copies[member] && request.zones()[member] == zone; i++) {
                    add(pieces[(int) (turn++ % size * stride % size)], member);
                }
            }
        }
    }

    /** Returns a number without a common divisor with the size, near to the size divided by the golden ratio. */
    private static int stride(int size) {
        int stride = Math.max(1, (int) (size * 618L / 1000));
        while (gcd(stride, size) > 1) {
            stride++;
        }
        return stride;
    }

    private static int gcd(int first, int second) {
        return second == 0 ? first : gcd(second, first % second);
    }

    /** Returns the holders with the copies that stay at their previous place in the list, the others ascending in the free places. */
    int[] toSlots() {
        int depth = request.depth();
        int[] slots = new int[holders.length];
        Arrays.fill(slots, CopyRequest.NONE);
        for (int piece = 0; piece < sizes.length; piece++) {
            int[] rest = Arrays.copyOfRange(holders, piece * depth, piece * depth + sizes[piece]);
            Arrays.sort(rest);
            for (int level = 0; level < Math.min(depth, request.previousDepth()); level++) {
                int place = Arrays.binarySearch(rest, request.previous()[piece * request.previousDepth() + level]);
                if (place >= 0) {
                    slots[piece * depth + level] = rest[place];
                    System.arraycopy(rest, place + 1, rest, place, rest.length - place - 1);
                    rest = Arrays.copyOf(rest, rest.length - 1);
                }
            }
            int next = 0;
            for (int slot = piece * depth; next < rest.length; slot++) {
                if (slots[slot] == CopyRequest.NONE) {
                    slots[slot] = rest[next++];
                }
            }
        }
        return slots;
    }
}
