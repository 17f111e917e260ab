package dev.divvy.allocation.classic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Division;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Move;
import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.Units;
import dev.divvy.allocation.allocator.Cases;
import org.junit.jupiter.api.Test;

class ModuloTest {

    private final Modulo modulo = new Modulo();

    @Test
    void aPieceGoesToTheMemberAtItsKeyModuloTheNumberOfEligibleMembers() {
        Units units = Cases.units(200);
        Division division = Cases.divide(modulo, units, Cases.weighted(2, 0, 1, 7));
        int[] eligible = {0, 2, 3};
        int[] owners = division.owners();
        for (int unit = 0; unit < units.count(); unit++) {
            assertThat(owners[unit]).isEqualTo(eligible[(int) Long.remainderUnsigned(units.key(unit), 3)]);
        }
    }

    /** Four fifths of the pieces move when one of five members leaves, and as many when it comes back. */
    @Test
    void aLeaveOrAJoinMovesMostPieces() {
        Allocation five = Cases.first(modulo, Tokens.wide(1000), Cases.members(5));
        Allocation four = Cases.next(modulo, five, five.roster().without("m001"));
        Allocation back = Cases.next(modulo, four, four.roster().with(Member.of("m001")));
        assertThat(moved(five, four)).isBetween(750, 850);
        assertThat(moved(four, back)).isEqualTo(moved(five, four));
        assertThat(back.division()).isEqualTo(five.division());
    }

    private static int moved(Allocation before, Allocation after) {
        return after.movesSince(before).stream().mapToInt(Move::count).sum();
    }
}
