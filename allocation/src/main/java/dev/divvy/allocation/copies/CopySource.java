package dev.divvy.allocation.copies;

/**
 * Copies of some pieces of one owner, which the placement network sends to members: how many, and how many of them each zone must and may
 * get, and each member may.
 *
 * <p>The copies of an unsettled piece are two amounts: those that stay at kept holders, as many as possible, and those that are missing
 * then. The two are independent, since the sets of holders that a piece can have are the bases of a matroid.
 */
final class CopySource {

    private final int row;
    private final boolean alike;
    private final int[] pieces;
    private final int[] least;
    private final int[] most;
    private final int[] mostAtMember;
    private final int[] kept;
    private int copies;

    private CopySource(OwnerRows rows, int[] pieces, boolean alike) {
        CopyRequest request = rows.request();
        this.row = rows.row(pieces[0]);
        this.alike = alike;
        this.pieces = pieces;
        this.least = new int[request.zoneCount()];
        this.most = new int[request.zoneCount()];
        this.mostAtMember = new int[request.members()];
        this.kept = new int[request.members()];
    }

    /**
     * The copies that can move: all of settled pieces, and the missing ones of unsettled pieces.
     *
     * @param alike whether the pieces are a class
     */
    static CopySource open(OwnerRows rows, int[] pieces, boolean alike) {
        CopySource source = new CopySource(rows, pieces, alike);
        OwnerRule rule = rows.rule(source.row);
        int[] staying = new int[source.kept.length];
        int[] none = new int[source.least.length];
        for (int piece : pieces) {
            boolean unsettled = rows.request().isUnsettled(piece);
            int[] inZone = unsettled ? rows.keptInZones(piece) : none;
            source.copies += rule.copies() - rule.mostKept(inZone);
            for (int zone = 0; zone < inZone.length; zone++) {
                source.least[zone] += Math.max(0, rule.least(zone) - inZone[zone]);
                source.most[zone] += Math.max(0, rule.most(zone) - inZone[zone]);
            }
            source.count(rows, piece, unsettled ? staying : source.kept);
        }
        for (int member = 0; member < staying.length; member++) {
            int room = rule.permits(member) ? pieces.length - staying[member] : 0;
            source.mostAtMember[member] =
                    Math.min(room, source.most[rows.request().zones()[member]]);
        }
        return source;
    }

    /** The copies of unsettled pieces with the same kept holders that stay at some of them. */
    static CopySource staying(OwnerRows rows, int[] pieces) {
        CopySource source = new CopySource(rows, pieces, true);
        OwnerRule rule = rows.rule(source.row);
        int[] inZone = rows.keptInZones(pieces[0]);
        source.copies = pieces.length * rule.mostKept(inZone);
        for (int zone = 0; zone < inZone.length; zone++) {
            source.least[zone] = pieces.length * Math.min(rule.least(zone), inZone[zone]);
            source.most[zone] = pieces.length * Math.min(rule.most(zone), inZone[zone]);
        }
        for (int piece : pieces) {
            source.count(rows, piece, source.kept);
        }
        System.arraycopy(source.kept, 0, source.mostAtMember, 0, source.kept.length);
        return source;
    }

    private void count(OwnerRows rows, int piece, int[] holders) {
        for (int i = 0, member; (member = rows.kept(piece, i)) != CopyRequest.NONE; i++) {
            holders[member]++;
        }
    }

    int row() {
        return row;
    }

    /** Whether the pieces are a class: the flow then is a placement. Otherwise they are a group, and it is a lower bound. */
    boolean isClass() {
        return alike;
    }

    int[] pieces() {
        return pieces;
    }

    int copies() {
        return copies;
    }

    /** The fewest of the copies in this zone. */
    int least(int zone) {
        return least[zone];
    }

    /** The most of the copies in this zone. */
    int most(int zone) {
        return most[zone];
    }

    /** The most of the copies at this member. */
    int mostAtMember(int member) {
        return mostAtMember[member];
    }

    /** The number of the copies that are at this member already. */
    int kept(int member) {
        return kept[member];
    }

    /** The number of the copies that are at each member already; not to be changed. */
    int[] kept() {
        return kept;
    }
}
