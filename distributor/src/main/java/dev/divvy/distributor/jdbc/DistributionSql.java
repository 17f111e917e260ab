package dev.divvy.distributor.jdbc;

import dev.divvy.boardsql.jdbc.TableNames;

/** The statements of the sheet of a distribution. */
final class DistributionSql {

    final String lock;
    final String begin;
    final String update;

    final String read;
    final String look;

    final String raise;
    final String acknowledged;
    final String acknowledge;
    final String silence;

    DistributionSql(TableNames naming) {
        String sheet = naming.table("sheet");
        String acknowledgement = naming.table("acknowledgement");
        String one = " WHERE distribution = ?";
        String service = one + " AND service = ?";
        this.lock = "SELECT lineage, epoch FROM " + sheet + one + " FOR UPDATE";
        this.begin = "INSERT INTO " + sheet + " (distribution, epoch) VALUES (?, 0)";
        this.update = "UPDATE " + sheet + " SET lineage = ?, epoch = ?" + one;

        String version = "SELECT " + DistributionRows.VERSION + ", lineage, epoch, '' FROM " + sheet + one
                + " AND lineage IS NOT NULL";
        String units = "SELECT " + DistributionRows.UNITS + ", service, 0, units FROM " + naming.table("assignment");
        String motion = naming.table("motion");
        String releasers = "SELECT " + DistributionRows.RELEASERS + ", service, 0, releasers FROM " + motion;
        String said = "SELECT " + DistributionRows.ACKNOWLEDGED + ", service, epoch, '' FROM " + acknowledgement;
        String and = " UNION ALL ";
        this.read = version + and + units + one + and + releasers + one + and + said + one;
        // Who waits for nobody need not know what others have let go of.
        this.look = version + and + units + service + and + releasers + service + and + said + one
                + " AND EXISTS (SELECT 1 FROM " + motion + service + ")";

        this.raise = "UPDATE " + acknowledgement + " SET epoch = ?" + service + " AND epoch < ?";
        this.acknowledged = "SELECT epoch FROM " + acknowledgement + service;
        this.acknowledge = "INSERT INTO " + acknowledgement + " (distribution, service, epoch) VALUES (?, ?, ?)";
        this.silence = "DELETE FROM " + acknowledgement + service;
    }
}
