/** What a command is: its name and form, and the four kinds by what they speak of. */
@NullMarked
package dev.divvy.cache.command.spec;

import org.jspecify.annotations.NullMarked;
