package dev.divvy.distributor.redis;

import dev.divvy.allocation.Version;
import dev.divvy.boardredis.board.BoardKeys;
import dev.divvy.boardredis.connection.RedisScriptClient;
import dev.divvy.boardredis.connection.Script;
import dev.divvy.coordination.Hold;
import dev.divvy.coordination.Subscription;
import dev.divvy.distributor.StoreAccessException;
import dev.divvy.distributor.store.AssignmentReader;
import dev.divvy.distributor.store.DistributionStore;
import dev.divvy.distributor.store.ServiceAssignment;
import dev.divvy.distributor.table.AssignmentTable;
import dev.divvy.distributor.table.Distribution;
import dev.divvy.distributor.table.DistributionChange;
import dev.divvy.distributor.table.UnitHandovers;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A distribution in Redis. Each request is one script, so it is atomic. */
final class RedisDistributionStore implements DistributionStore, AssignmentReader {

    private static final Script READ = TextScriptClient.onHashes("read-distribution");
    private static final Script REPLACE = TextScriptClient.onHashes("replace-distribution");
    private static final Script LOOK = TextScriptClient.onHashes("look");
    private static final Script ACKNOWLEDGE = TextScriptClient.onHashes("acknowledge");

    private final RedisScriptClient client;
    private final TextScriptClient scripts;
    private final TableKeys keys;

    RedisDistributionStore(RedisScriptClient client, TextScriptClient scripts, TableKeys keys) {
        this.client = client;
        this.scripts = scripts;
        this.keys = keys;
    }

    @Override
    public Distribution read() {
        List<?> reply =
                TextScriptClient.list(scripts.query("read the table " + keys.table(), READ, keys.all(), List.of()));
        return new Distribution(
                version(reply),
                AssignmentTable.of(TextScriptClient.fields(reply.get(2))),
                UnitHandovers.of(TextScriptClient.pairs(reply.get(3))),
                epochs(TextScriptClient.pairs(reply.get(4))));
    }

    private static Optional<Version> version(List<?> reply) {
        String lineage = TextScriptClient.text(reply.get(0));
        return lineage.isEmpty()
                ? Optional.empty()
                : Optional.of(new Version(lineage, epoch("the table", TextScriptClient.text(reply.get(1)))));
    }

    /** Parses an epoch. Divvy writes only numbers, so another text was written by another program. */
    private static long epoch(String where, String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new StoreAccessException(
                    "the epoch of " + where + " is \"" + text + "\", which is not a number; remove it", e);
        }
    }

    private static Map<String, Long> epochs(Map<String, String> texts) {
        Map<String, Long> epochs = new TreeMap<>();
        texts.forEach((service, text) -> epochs.put(service, epoch("the acknowledgement of " + service, text)));
        return epochs;
    }

    @Override
    public boolean replace(DistributionChange change, Hold writer) {
        List<String> allKeys = new ArrayList<>(keys.all());
        allKeys.add(keys.board().cards());
        allKeys.add(keys.board().board());
        return !writer.released()
                && scripts.changeBytes("write the table " + keys.table(), REPLACE, allKeys, arguments(change, writer))
                        == 1;
    }

    private List<byte[]> arguments(DistributionChange change, Hold writer) {
        List<String> arguments = new ArrayList<>(List.of(
                writer.incarnation().member(),
                BoardKeys.digits(writer.incarnation().number()),
                writer.fence().lineage(),
                BoardKeys.digits(writer.fence().epoch()),
                change.basis().map(Version::lineage).orElse(""),
                change.basis().map(basis -> BoardKeys.digits(basis.epoch())).orElse(""),
                change.next().lineage(),
                BoardKeys.digits(change.next().epoch()),
                keys.tableChannel()));
        addPairs(arguments, change.put());
        addNames(arguments, change.removed());
        addPairs(arguments, change.handovers().texts());
        addNames(arguments, change.forgotten());
        return arguments.stream().map(FieldNameCodec::bytes).toList();
    }

    private static void addPairs(List<String> arguments, Map<String, String> pairs) {
        arguments.add(Integer.toString(pairs.size()));
        pairs.forEach((name, text) -> {
            arguments.add(name);
            arguments.add(text);
        });
    }

    private static void addNames(List<String> arguments, Collection<String> names) {
        arguments.add(Integer.toString(names.size()));
        arguments.addAll(names);
    }

    @Override
    public ServiceAssignment look(String service) {
        List<?> reply = TextScriptClient.list(
                scripts.query("look at the table " + keys.table(), LOOK, keys.all(), List.of(service)));
        Map<String, String> chains = TextScriptClient.pairs(reply.get(3));
        return ServiceAssignment.of(
                version(reply),
                TextScriptClient.texts(reply.get(2)).stream().findFirst(),
                unit -> Optional.ofNullable(chains.get(unit))
                        .map(UnitHandovers::releasers)
                        .orElse(List.of()),
                epochs(TextScriptClient.pairs(reply.get(4))));
    }

    @Override
    public void acknowledge(String service, long epoch) {
        scripts.change(
                "acknowledge epoch " + epoch + " of " + service,
                ACKNOWLEDGE,
                List.of(keys.acknowledgements()),
                List.of(service, BoardKeys.digits(epoch)));
    }

    @Override
    public Subscription onChange(Runnable changed) {
        return client.listen(keys.tableChannel(), changed);
    }
}
