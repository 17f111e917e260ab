package dev.divvy.console.view;

/**
 * A change as one allocation rule makes it.
 *
 * @param rule the name of the rule: {@code divvy} for the change as it was made, or an allocator that was computed for comparison
 * @param moved how many pieces change owner
 * @param spread the pieces of the fullest member minus those of the emptiest, afterwards, among members that may own pieces
 */
public record RuleView(String rule, int moved, int spread) {}
