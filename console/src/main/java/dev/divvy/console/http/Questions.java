package dev.divvy.console.http;

import dev.divvy.allocation.Member;
import dev.divvy.allocation.plan.Change;
import dev.divvy.console.ProductSnapshot;
import dev.divvy.console.StatusJson;
import dev.divvy.console.feed.DashboardFeed;
import dev.divvy.console.view.ChangeText;
import dev.divvy.console.view.PlanView;
import dev.divvy.console.view.WhyView;
import java.util.ArrayList;
import java.util.List;

/** Answers {@code /api/why} and {@code /api/plan} from the products as they were last seen. Changes nothing. */
final class Questions {

    private final DashboardFeed feed;

    Questions(DashboardFeed feed) {
        this.feed = feed;
    }

    HttpReply why(HttpCall call) {
        String key = call.one("key");
        ProductSnapshot product = product(call);
        try {
            return HttpReply.json(StatusJson.line(WhyView.of(product.group(), key)));
        } catch (IllegalArgumentException e) {
            throw new RefusedRequestException(404, PrintableText.of(String.valueOf(e.getMessage())));
        }
    }

    HttpReply plan(HttpCall call) {
        ProductSnapshot product = product(call);
        try {
            List<Change> changes = changes(call);
            if (changes.isEmpty()) {
                throw new RefusedRequestException(
                        400, "nothing to plan; add at least one of leave, join, weight and pin to the query");
            }
            return HttpReply.json(StatusJson.line(PlanView.of(product.group(), changes)));
        } catch (IllegalArgumentException e) {
            throw new RefusedRequestException(400, PrintableText.of(String.valueOf(e.getMessage())));
        }
    }

    private static List<Change> changes(HttpCall call) {
        List<Change> changes = new ArrayList<>();
        call.all("leave").forEach(member -> changes.add(new Change.Leave(member)));
        call.all("join").forEach(member -> changes.add(new Change.Join(Member.of(member))));
        call.all("weight").forEach(text -> changes.add(ChangeText.weight(text)));
        call.all("pin").forEach(text -> changes.add(ChangeText.pin(text)));
        return changes;
    }

    private ProductSnapshot product(HttpCall call) {
        String name = call.one("product");
        return feed.product(name)
                .orElseThrow(() ->
                        new RefusedRequestException(404, "there is no product '" + PrintableText.of(name) + "' here"));
    }
}
