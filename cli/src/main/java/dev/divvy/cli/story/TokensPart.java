package dev.divvy.cli.story;

import dev.divvy.allocation.plan.Allocators;
import java.util.List;
import java.util.function.UnaryOperator;

/** The second part of the story: keys belong to tokens, tokens to nodes. */
final class TokensPart {

    private final Page page = new Page();
    private final SeedCache apothik;
    private final SeedCache sticky;

    private TokensPart(List<String> keys, int tokens) {
        apothik = SeedCache.ofTokens(Allocators.byName("apothik"), keys, tokens);
        sticky = SeedCache.handingOver(Allocators.byName("sticky"), keys, tokens);
    }

    static List<String> tell(List<String> keys, int tokens) {
        return new TokensPart(keys, tokens).told();
    }

    private List<String> told() {
        page.say(
                        "2. A key has one of 1000 tokens, a token has a node: the document's rule (apothik) and Divvy's (sticky).")
                .entriesHead()
                .say("Fill the cache. Both begin with 200 neighbouring tokens a node.")
                .document(List.of("1016", "971", "970", "985", "1058"), "5000", "check_tokens: 1000");
        step(SeedCache::fill);
        page.say("Kill node 2. Now only its own keys are missed; its tokens are shared out.");
        step(cache -> cache.kill(2));
        page.say("Fill again.").document(List.of("1265", "down", "1238", "1224", "1273"), "5000", "check_tokens: 1000");
        step(SeedCache::fill);
        page.say(
                        "Node 2 comes back. The document's nodes keep what it now owns; Divvy's hand it over, so none is missed.")
                .document(List.of("1265", "0", "1238", "1224", "1273"), "5000", "");
        step(cache -> cache.start(2));
        page.say("Fill again. The document counts 265+238+224+273 = 1000 useless entries.")
                .document(List.of("1265", "971", "1238", "1224", "1273"), "5971", "200 200 200 200 200");
        step(SeedCache::fill);
        page.say("Add a sixth node (the document leaves this to its reader).");
        step(cache -> cache.start(6));
        page.say("Fill again.");
        step(SeedCache::fill);
        return page.lines();
    }

    private void step(UnaryOperator<SeedCache> what) {
        page.entries("apothik", what.apply(apothik).stock());
        page.entries("sticky", what.apply(sticky).stock());
    }
}
