package dev.divvy.cli.distributor.http;

import dev.divvy.allocation.Version;
import dev.divvy.distributor.store.Posting;
import dev.divvy.distributor.store.Posting.Assigned;
import dev.divvy.distributor.table.Releaser;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What hangs in the table for a service, to JSON and back. */
final class PostingJson {

    private static final String VERSION = "version";
    private static final String LINEAGE = "lineage";
    private static final String EPOCH = "epoch";
    private static final String LISTED = "listed";
    private static final String UNITS = "units";
    private static final String UNIT = "unit";
    private static final String SINCE = "since";
    private static final String WAITS_FOR = "waitsFor";
    private static final String SERVICE = "service";

    private PostingJson() {}

    static Map<String, Object> of(Posting posting) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put(VERSION, version(posting.version()));
        all.put(LISTED, posting.listed());
        all.put(UNITS, posting.units().stream().map(PostingJson::unit).toList());
        return all;
    }

    static @Nullable Map<String, Object> version(Optional<Version> version) {
        return version.map(there -> ordered(LINEAGE, there.lineage(), EPOCH, there.epoch()))
                .orElse(null);
    }

    private static Map<String, Object> unit(Assigned assigned) {
        Map<String, Object> unit = ordered(UNIT, assigned.unit(), SINCE, assigned.since());
        unit.put(
                WAITS_FOR,
                assigned.waitsFor().stream()
                        .map(releaser -> ordered(SERVICE, releaser.service(), EPOCH, releaser.epoch()))
                        .toList());
        return unit;
    }

    private static Map<String, Object> ordered(String first, Object one, String second, Object other) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put(first, one);
        map.put(second, other);
        return map;
    }

    static Posting read(Read json) {
        return new Posting(
                readVersion(json),
                json.flag(LISTED),
                json.objects(UNITS).stream().map(PostingJson::readUnit).toList());
    }

    private static Optional<Version> readVersion(Read json) {
        return json.object(VERSION).map(version -> new Version(version.text(LINEAGE), version.number(EPOCH)));
    }

    private static Assigned readUnit(Read unit) {
        List<Releaser> releasers = unit.objects(WAITS_FOR).stream()
                .map(releaser -> new Releaser(releaser.text(SERVICE), releaser.number(EPOCH)))
                .toList();
        return new Assigned(unit.text(UNIT), unit.number(SINCE), releasers);
    }
}
