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

/** A sheet in Redis: every question is one script, so everything is of one moment. */
final class RedisDistributionStore implements DistributionStore, AssignmentReader {

    private static final Script READ = TextScripts.onHashes("read-sheet");
    private static final Script REPLACE = TextScripts.onHashes("replace-sheet");
    private static final Script LOOK = TextScripts.onHashes("look");
    private static final Script ACKNOWLEDGE = TextScripts.onHashes("acknowledge");

    private final RedisScriptClient link;
    private final TextScripts asking;
    private final TableKeys keys;

    RedisDistributionStore(RedisScriptClient link, TextScripts asking, TableKeys keys) {
        this.link = link;
        this.asking = asking;
        this.keys = keys;
    }

    @Override
    public Distribution read() {
        List<?> reply = TextScripts.list(asking.ask("read the table " + keys.table(), READ, keys.all(), List.of()));
        return new Distribution(
                version(reply),
                AssignmentTable.of(TextScripts.fields(reply.get(2))),
                UnitHandovers.of(TextScripts.pairs(reply.get(3))),
                epochs(TextScripts.pairs(reply.get(4))));
    }

    private static Optional<Version> version(List<?> reply) {
        String lineage = TextScripts.text(reply.get(0));
        return lineage.isEmpty()
                ? Optional.empty()
                : Optional.of(new Version(lineage, epoch("the sheet", TextScripts.text(reply.get(1)))));
    }

    /** Only somebody else can have written something that is none. */
    private static long epoch(String where, String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new StoreAccessException(
                    "the epoch of " + where + " is \"" + text + "\", which is no number; remove what was written there",
                    e);
        }
    }

    private static Map<String, Long> epochs(Map<String, String> texts) {
        Map<String, Long> epochs = new TreeMap<>();
        texts.forEach((service, text) -> epochs.put(service, epoch("what " + service + " acknowledged", text)));
        return epochs;
    }

    @Override
    public boolean replace(DistributionChange change, Hold writer) {
        List<String> touched = new ArrayList<>(keys.all());
        touched.add(keys.board().cards());
        touched.add(keys.board().board());
        return !writer.released()
                && asking.changeBytes("write the table " + keys.table(), REPLACE, touched, arguments(change, writer))
                        == 1;
    }

    private List<byte[]> arguments(DistributionChange change, Hold writer) {
        List<String> arguments = new ArrayList<>(List.of(
                writer.life().member(),
                BoardKeys.digits(writer.life().number()),
                writer.fence().lineage(),
                BoardKeys.digits(writer.fence().epoch()),
                change.basis().map(Version::lineage).orElse(""),
                change.basis().map(basis -> BoardKeys.digits(basis.epoch())).orElse(""),
                change.next().lineage(),
                BoardKeys.digits(change.next().epoch()),
                keys.tableChannel()));
        addPairs(arguments, change.put());
        addNames(arguments, change.removed());
        addPairs(arguments, change.motions().texts());
        addNames(arguments, change.silent());
        return arguments.stream().map(FieldNames::bytes).toList();
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
        List<?> reply =
                TextScripts.list(asking.ask("look at the table " + keys.table(), LOOK, keys.all(), List.of(service)));
        Map<String, String> chains = TextScripts.pairs(reply.get(3));
        return ServiceAssignment.of(
                version(reply),
                TextScripts.texts(reply.get(2)).stream().findFirst(),
                unit -> Optional.ofNullable(chains.get(unit))
                        .map(UnitHandovers::releasers)
                        .orElse(List.of()),
                epochs(TextScripts.pairs(reply.get(4))));
    }

    @Override
    public void acknowledge(String service, long epoch) {
        asking.change(
                "acknowledge epoch " + epoch + " of " + service,
                ACKNOWLEDGE,
                List.of(keys.acknowledgements()),
                List.of(service, BoardKeys.digits(epoch)));
    }

    @Override
    public Subscription onChange(Runnable changed) {
        return link.listen(keys.tableChannel(), changed);
    }
}
