package dev.divvy.cli.cache;

import dev.divvy.cache.OnHeal;
import dev.divvy.cli.options.ChoiceOption;

/** Parses what the nodes forget after a split: {@code forget-changed}, {@code keep} or {@code forget-all}. */
final class OnHealOption extends ChoiceOption<OnHeal> {

    OnHealOption() {
        super(OnHeal.values());
    }
}
