package dev.divvy.testkit.contract;

/**
 * All that a board owes its members, one test per duty. A test class of a board implements it:
 *
 * <pre>{@code
 * class MyBoardTest implements BoardContract {
 *     private final String group = "test-" + UUID.randomUUID();
 *
 *     public Board board() {
 *         return new MyBoard(SERVER, group);
 *     }
 * }
 * }</pre>
 *
 * <p>{@link BoardFixture} says what may be answered otherwise: {@code another()} for a handle as another process would have it,
 * {@code patience()}, {@code soon()} and {@code racers()} for slow servers, {@code mayHaveForgotten()} and {@code forget()} for boards
 * that can lose their memory, {@code boards()} for a store of many groups. {@link StoreFixture} has the answers of such a store. Duties of
 * push are skipped where the board does not push. {@link BoardRaceContract} has those duties alone that depend on how concurrent requests
 * are kept apart.
 *
 * <p>What it cannot show: that no clock of the board decides anything, and that answers come in time when the server is ill.
 */
public interface BoardContract
        extends CardContract,
                AllocationContract,
                ValueContract,
                BoardRaceContract,
                GroupContract,
                PushContract,
                LookContract {}
