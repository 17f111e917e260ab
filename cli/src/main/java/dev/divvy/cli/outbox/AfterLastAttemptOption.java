package dev.divvy.cli.outbox;

import dev.divvy.cli.options.ChoiceOption;
import dev.divvy.outbox.event.AfterLastAttempt;

/** Parses what happens after the last attempt: {@code skip} or {@code hold-entity}. */
final class AfterLastAttemptOption extends ChoiceOption<AfterLastAttempt> {

    AfterLastAttemptOption() {
        super(AfterLastAttempt.values());
    }
}
