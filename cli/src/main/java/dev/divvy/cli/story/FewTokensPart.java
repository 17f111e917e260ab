package dev.divvy.cli.story;

import dev.divvy.allocation.plan.Allocators;
import java.util.List;

/** The last part of the story: so few tokens that one can see where each goes. */
final class FewTokensPart {

    private final Page page = new Page();
    private final SeedCache apothik;
    private final SeedCache sticky;

    private FewTokensPart(List<String> keys, int tokens) {
        apothik = SeedCache.ofTokens(Allocators.byName("apothik"), keys, tokens).fill();
        sticky =
                SeedCache.handingOver(Allocators.byName("sticky"), keys, tokens).fill();
    }

    static List<String> tell(List<String> keys, int tokens) {
        return new FewTokensPart(keys, tokens).told();
    }

    private List<String> told() {
        page.say("3. The same with 10 tokens, 0 to 9: which node has which.")
                .tokens("", List.of("node 1", "2", "3", "4", "5", "6"), "changed")
                .say("The beginning.")
                .tokens("document", List.of("0,1", "2,3", "4,5", "6,7", "8,9"), "");
        show();
        page.say("Kill node 2.");
        apothik.kill(2);
        sticky.kill(2);
        show();
        page.say("Node 2 comes back.");
        apothik.start(2);
        sticky.start(2);
        show();
        apothik.start(6);
        sticky.start(6);
        page.say(
                "Add a sixth node. By the document's rule every old node keeps one token and the sixth takes all the rest.");
        show();
        return page.lines();
    }

    private void show() {
        page.tokens("apothik", apothik.stock()).tokens("sticky", sticky.stock());
    }
}
