package dev.divvy.allocation.copies;

/**
 * The laws APART and ZONES for the pieces of one owner: the number of copies of each piece, and how many of them a zone must and may have.
 * When the zones suffice, no two of owner and copies share one; otherwise every zone has one.
 */
final class OwnerRule {

    private final int owner;
    private final CopyRequest request;
    private final int copies;
    private final int[] least;
    private final int[] most;

    OwnerRule(CopyRequest request, int owner) {
        this.owner = owner;
        this.request = request;
        int[] eligible = new int[request.zoneCount()];
        int members = 0;
        for (int member = 0; member < request.members(); member++) {
            if (member != owner && request.weights()[member] > 0) {
                eligible[request.zones()[member]]++;
                members++;
            }
        }
        int ownZone = owner == CopyRequest.NONE ? CopyRequest.NONE : request.zones()[owner];
        int otherZones = 0;
        for (int zone = 0; zone < eligible.length; zone++) {
            otherZones += zone != ownZone && eligible[zone] > 0 ? 1 : 0;
        }
        this.copies = Math.min(request.depth(), members);
        this.least = new int[eligible.length];
        this.most = new int[eligible.length];
        for (int zone = 0; zone < eligible.length; zone++) {
            boolean other = zone != ownZone && eligible[zone] > 0;
            least[zone] = other && copies >= otherZones ? 1 : 0;
            most[zone] = copies > otherZones ? eligible[zone] : other ? 1 : 0;
        }
    }

    /** The number of copies of each piece. */
    int copies() {
        return copies;
    }

    /** The fewest copies of one piece in this zone. */
    int least(int zone) {
        return least[zone];
    }

    /** The most copies of one piece in this zone. */
    int most(int zone) {
        return most[zone];
    }

    /** Whether pieces of this owner can have their copies in different zones. */
    boolean zonesLeaveAChoice() {
        int required = 0;
        int zones = 0;
        for (int zone = 0; zone < least.length; zone++) {
            required += least[zone];
            zones += most[zone] > 0 ? 1 : 0;
        }
        return copies > 1 && zones > 1 && required < copies;
    }

    /** Whether this member may hold a copy of the owner's pieces. */
    boolean permits(int member) {
        return member != owner && request.weights()[member] > 0 && most[request.zones()[member]] > 0;
    }

    /** Returns how many of these holders a piece can have at most, besides others: {@code inZone} counts them by zone. */
    int mostKept(int[] inZone) {
        int required = 0;
        int needed = 0;
        int more = 0;
        for (int zone = 0; zone < least.length; zone++) {
            required += least[zone];
            needed += Math.min(least[zone], inZone[zone]);
            more += Math.min(most[zone], inZone[zone]) - Math.min(least[zone], inZone[zone]);
        }
        return needed + Math.min(more, copies - required);
    }

    /** Whether a piece can have all of these holders, besides others: {@code inZone} counts them by zone. */
    boolean completes(int[] inZone) {
        int holders = 0;
        int missing = 0;
        for (int zone = 0; zone < least.length; zone++) {
            if (inZone[zone] > most[zone]) {
                return false;
            }
            holders += inZone[zone];
            missing += Math.max(0, least[zone] - inZone[zone]);
        }
        return holders + missing <= copies;
    }

    /** Returns in which zones a piece can have one more copy, besides its holders and others: {@code inZone} counts the holders by zone. */
    boolean[] openZones(int[] inZone, int holders) {
        int missing = 0;
        boolean legal = true;
        for (int zone = 0; zone < least.length; zone++) {
            legal &= inZone[zone] <= most[zone];
            missing += Math.max(0, least[zone] - inZone[zone]);
        }
        boolean[] open = new boolean[least.length];
        for (int zone = 0; zone < least.length && legal; zone++) {
            int stillMissing = inZone[zone] < least[zone] ? missing - 1 : missing;
            open[zone] = inZone[zone] < most[zone] && holders + 1 + stillMissing <= copies;
        }
        return open;
    }
}
