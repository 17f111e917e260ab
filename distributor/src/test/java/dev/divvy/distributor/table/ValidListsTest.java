package dev.divvy.distributor.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.distributor.DistributorStatus.Refusal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ValidListsTest {

    @Test
    void aDuplicateNameCountsOnce() {
        ValidLists valid = units("a", "b", "a");
        assertThat(valid.units().names()).containsExactly("a", "b");
        assertThat(valid.refused()).isEmpty();
    }

    @Test
    void invalidNamesAreLeftOutAndReported() {
        ValidLists valid =
                units("good", "", "a,b", "line\nbreak", "\uFFFD", "x".repeat(1001), " space ", "emoji 😀", "good");
        assertThat(valid.units().names()).containsExactly(" space ", "emoji 😀", "good");
        assertThat(valid.refused())
                .extracting(Refusal::why)
                .hasSize(5)
                .anySatisfy(why -> assertThat(why).isEqualTo("it is empty"))
                .anySatisfy(why -> assertThat(why).contains("comma"))
                .anySatisfy(why -> assertThat(why).isEqualTo("it has the control character U+000A at index 4"))
                .anySatisfy(why -> assertThat(why).contains("UTF-8"))
                .anySatisfy(why -> assertThat(why).contains("1001"));
        assertThat(valid.refused())
                .allSatisfy(refusal ->
                        assertThat(refusal.toString()).doesNotContain("\n").contains("in units"));
    }

    @Test
    void aServiceWhoseNameIsNotAnAddressIsLeftOut() {
        StoredLists lists = new StoredLists(Map.of("robots", List.of("fine:1", "bad")), List.of());
        ValidLists valid = ValidLists.of(
                lists, "units", service -> service.equals("bad") ? Optional.of("it has no port") : Optional.empty());
        assertThat(valid.allServices()).containsExactly("fine:1");
        assertThat(valid.refused()).containsExactly(new Refusal("robots", "bad", "it has no port"));
    }

    private static ValidLists units(String... names) {
        return ValidLists.of(
                new StoredLists(Map.of("robots", List.of()), List.of(names)), "units", service -> Optional.empty());
    }
}
