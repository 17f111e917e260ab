package dev.divvy.boardsql.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** By the values that such servers report; none of them was run. */
class ClusterCheckTest {

    @Test
    void severalGaleraServersAreWarnedOf() {
        assertThat(ClusterCheck.warning(Map.of("wsrep_on", "ON", "wsrep_cluster_size", "3")))
                .hasValueSatisfying(
                        text -> assertThat(text).contains("Galera cluster of 3 servers", "one and the same"));
    }

    @Test
    void aSingleServerIsNot() {
        assertThat(ClusterCheck.warning(Map.of())).isEmpty();
        assertThat(ClusterCheck.warning(Map.of("wsrep_on", "OFF"))).isEmpty();
        assertThat(ClusterCheck.warning(Map.of("wsrep_on", "OFF", "wsrep_cluster_size", "0")))
                .isEmpty();
        assertThat(ClusterCheck.warning(Map.of("wsrep_on", "ON", "wsrep_cluster_size", "1")))
                .isEmpty();
        assertThat(ClusterCheck.warning(Map.of("wsrep_on", "ON", "wsrep_cluster_size", "unknown")))
                .isEmpty();
    }

    @Test
    void groupReplicationIsWarnedOfIfEachServerAcceptsChanges() {
        assertThat(ClusterCheck.warning(Map.of("group_replication_single_primary_mode", "OFF")))
                .hasValueSatisfying(text -> assertThat(text).contains("multi-primary"));
        assertThat(ClusterCheck.warning(Map.of("group_replication_single_primary_mode", "ON")))
                .isEmpty();
    }
}
