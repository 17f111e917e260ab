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
 * The rows of four kinds that one statement returns for a distribution, or for the part that concerns one service. One statement reads
 * atomically in every database from READ COMMITTED on. Several would need a higher isolation level, or retries until the version stays the
 * same, which may never happen beside a busy writer.
 */
record DistributionQueryResult(
        Optional<Version> version,
        Map<String, String> fields,
        Map<String, String> releasers,
        Map<String, Long> acknowledged) {

    static final int VERSION = 0;
    static final int UNITS = 1;
    static final int RELEASERS = 2;
    static final int ACKNOWLEDGED = 3;

    static DistributionQueryResult of(PreparedStatement query) throws SQLException {
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
        return new DistributionQueryResult(version, fields, releasers, acknowledged);
    }

    Distribution distribution() {
        return new Distribution(version, AssignmentTable.of(fields), HandoverText.read(releasers), acknowledged);
    }

    ServiceAssignment assignment(String service) {
        UnitHandovers handovers = HandoverText.read(releasers);
        return ServiceAssignment.of(
                version, Optional.ofNullable(fields.get(service)), unit -> handovers.of(service, unit), acknowledged);
    }
}
