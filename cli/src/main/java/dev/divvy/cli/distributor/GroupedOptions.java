package dev.divvy.cli.distributor;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import picocli.CommandLine.Help;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The list of options in a help text, each mixin's under a heading. Groups of picocli's own forget values when an option comes twice. */
final class GroupedOptions implements IHelpSectionRenderer {

    private final Map<String, String> headings;

    /**
     * Groups in the order of the map.
     *
     * @param headings of each mixin, by its field's name
     */
    GroupedOptions(Map<String, String> headings) {
        this.headings = headings;
    }

    @Override
    public String render(Help help) {
        StringBuilder text = new StringBuilder();
        headings.forEach((mixin, heading) -> {
            CommandSpec group =
                    Objects.requireNonNull(help.commandSpec().mixins().get(mixin), mixin);
            text.append(String.format("%n%s%n", heading)).append(list(help, group.options()));
        });
        return text.toString();
    }

    private static String list(Help help, List<OptionSpec> options) {
        // All options have a say in where the descriptions begin.
        Help.Layout layout = help.createDefaultLayout(help.commandSpec().options(), List.of(), help.colorScheme());
        layout.addAllOptions(options, help.createDefaultParamLabelRenderer());
        return layout.toString();
    }
}
