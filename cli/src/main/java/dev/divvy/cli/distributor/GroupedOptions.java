package dev.divvy.cli.distributor;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ResourceBundle;
import picocli.CommandLine.Help;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The list of options in a help text, with the headings of the help file: {@code <command>.heading.<option>} is printed before that option.
 * picocli's own groups ({@code @ArgGroup}) lose the values of a group when one of its options is given twice.
 */
final class GroupedOptions implements IHelpSectionRenderer {

    @Override
    public String render(Help help) {
        List<OptionSpec> options = help.commandSpec().options().stream()
                .sorted(Comparator.comparingInt(OptionSpec::order))
                .toList();
        ResourceBundle texts = help.commandSpec().resourceBundle();
        Map<String, List<OptionSpec>> groups = new LinkedHashMap<>();
        String heading = "";
        for (OptionSpec option : options) {
            String key = help.commandSpec().qualifiedName(".") + ".heading" + option.names()[0].replaceFirst("--", ".");
            heading = texts.containsKey(key) ? texts.getString(key) : heading;
            groups.computeIfAbsent(heading, none -> new ArrayList<>()).add(option);
        }
        StringBuilder text = new StringBuilder();
        groups.forEach((title, group) -> {
            // All options take part in the layout, so that the descriptions line up across groups.
            Help.Layout layout = help.createDefaultLayout(options, List.of(), help.colorScheme());
            layout.addAllOptions(group, help.createDefaultParamLabelRenderer());
            text.append(String.format("%n%s%n", title)).append(layout);
        });
        return text.toString();
    }
}
