package dev.divvy.distributor.jdbc;

import dev.divvy.boardsql.jdbc.TableNames;

/** The SQL statements for a distribution. */
final class DistributionSql {

    final String lock;
    final String insert;
    final String update;

    final String read;
    final String look;

    final String raiseAcknowledgement;
    final String findAcknowledgement;
    final String insertAcknowledgement;
    final String deleteAcknowledgement;

    DistributionSql(TableNames tables) {
        String distribution = tables.table("distribution");
        String acknowledgement = tables.table("acknowledgement");
        String byDistribution = " WHERE distribution = ?";
        String byService = byDistribution + " AND service = ?";
        this.lock = "SELECT lineage, epoch FROM " + distribution + byDistribution + " FOR UPDATE";
        this.insert = "INSERT INTO " + distribution + " (distribution, epoch) VALUES (?, 0)";
        this.update = "UPDATE " + distribution + " SET lineage = ?, epoch = ?" + byDistribution;

        String version = "SELECT " + DistributionQueryResult.VERSION + ", lineage, epoch, '' FROM " + distribution
                + byDistribution + " AND lineage IS NOT NULL";
        String units =
                "SELECT " + DistributionQueryResult.UNITS + ", service, 0, units FROM " + tables.table("assignment");
        String handover = tables.table("handover");
        String releasers = "SELECT " + DistributionQueryResult.RELEASERS + ", service, 0, releasers FROM " + handover;
        String acknowledgements =
                "SELECT " + DistributionQueryResult.ACKNOWLEDGED + ", service, epoch, '' FROM " + acknowledgement;
        String union = " UNION ALL ";
        this.read = version
                + union
                + units
                + byDistribution
                + union
                + releasers
                + byDistribution
                + union
                + acknowledgements
                + byDistribution;
        // A service that waits for no other does not need the acknowledgements.
        this.look = version + union + units + byService + union + releasers + byService + union + acknowledgements
                + byDistribution + " AND EXISTS (SELECT 1 FROM " + handover + byService + ")";

        this.raiseAcknowledgement = "UPDATE " + acknowledgement + " SET epoch = ?" + byService + " AND epoch < ?";
        this.findAcknowledgement = "SELECT epoch FROM " + acknowledgement + byService;
        this.insertAcknowledgement =
                "INSERT INTO " + acknowledgement + " (distribution, service, epoch) VALUES (?, ?, ?)";
        this.deleteAcknowledgement = "DELETE FROM " + acknowledgement + byService;
    }
}
