package dev.divvy.cli.story;

import dev.divvy.allocation.plan.Allocators;
import java.util.List;

/** The first part of the story: no tokens, a key's node is its hash modulo the number of nodes. */
final class KeysPart {

    private static final String MODULO = "modulo";

    private KeysPart() {}

    static List<String> tell(List<String> keys) {
        Page page = new Page()
                .say("1. The first version: a key's node is its hash modulo the number of nodes (modulo).")
                .entriesHead();
        killAndFill(page, cache(keys));
        bringBack(page, cache(keys));
        return page.lines();
    }

    private static void killAndFill(Page page, SeedCache cache) {
        page.say("Fill the cache.")
                .document(List.of("1026", "996", "1012", "1021", "945"), "5000", "")
                .entries(MODULO, cache.fill().stock());
        Stock killed = cache.kill(2).stock();
        page.say("Kill node 2. Its entries are lost, but far more keys are missed: the others look in new places.")
                .document(List.of("1026", "down", "1012", "1021", "945"), "4004", "")
                .entries(MODULO, killed);
        page.say("Fill again. Only the keys that had not moved find their entry: 948 in the document, "
                        + (killed.keys() - killed.missing()) + " here.")
                .document(List.of(), "8056", "")
                .entries(MODULO, cache.fill().stock());
    }

    private static void bringBack(Page page, SeedCache cache) {
        page.say("Start over, kill node 2 first, then fill.")
                .document(List.of("1228", "down", "1290", "1228", "1254"), "5000", "")
                .entries(MODULO, cache.kill(2).fill().stock());
        page.say("Node 2 comes back, empty.")
                .document(List.of("1228", "0", "1290", "1228", "1254"), "5000", "")
                .entries(MODULO, cache.start(2).stock());
        page.say("Fill again. The old nodes keep about 1000 useless entries each.")
                .document(List.of("2032", "996", "2027", "2027", "1970"), "9052", "")
                .entries(MODULO, cache.fill().stock());
        page.say("Add a sixth node (the document leaves this to its reader), then fill.")
                .entries(MODULO, cache.start(6).stock())
                .entries(MODULO, cache.fill().stock());
    }

    private static SeedCache cache(List<String> keys) {
        return SeedCache.ofKeys(Allocators.byName(MODULO), keys);
    }
}
