package dev.divvy.distributor.jdbc;

import dev.divvy.allocation.Version;
import dev.divvy.distributor.store.ServiceAssignment;
import dev.divvy.distributor.table.AssignmentTable;
import dev.divvy.distributor.table.Distribution;
import dev.divvy.distributor.table.UnitHandovers;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A sheet, or what of it concerns one service, as one statement answers it: rows of four kinds. One statement is of one moment in every
 * database and at every level from READ COMMITTED on; several would need a higher level, or to be asked again until the version stood still,
 * which under a busy writer it may never do.
 */
record DistributionRows(
        Optional<Version> version,
        Map<String, String> fields,
        Map<String, String> releasers,
        Map<String, Long> acknowledged) {

    static final int VERSION = 0;
    static final int UNITS = 1;
    static final int RELEASERS = 2;
    static final int ACKNOWLEDGED = 3;

    static DistributionRows of(PreparedStatement query) throws SQLException {
        Optional<Version> version = Optional.empty();
        Map<String, String> fields = new TreeMap<>();
        Map<String, String> releasers = new TreeMap<>();
        Map<String, Long> acknowledged = new HashMap<>();
        try (ResultSet rows = query.executeQuery()) {
            while (rows.next()) {
                String name = rows.getString(2);
                switch (rows.getInt(1)) {
                    case VERSION -> version = Optional.of(new Version(name, rows.getLong(3)));
                    case UNITS -> fields.put(name, rows.getString(4));
                    case RELEASERS -> releasers.put(name, rows.getString(4));
                    default -> acknowledged.put(name, rows.getLong(3));
                }
            }
        }
        return new DistributionRows(version, fields, releasers, acknowledged);
    }

    Distribution sheet() {
        return new Distribution(version, AssignmentTable.of(fields), HandoverText.read(releasers), acknowledged);
    }

    ServiceAssignment posting(String service) {
        UnitHandovers motions = HandoverText.read(releasers);
        return ServiceAssignment.of(
                version, Optional.ofNullable(fields.get(service)), unit -> motions.of(service, unit), acknowledged);
    }
}
