package dev.divvy.testkit.contract;

/**
 * The obligations of a board to its members, one test each. A test class of a board implements it:
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
 * <p>{@link BoardFixture} has methods to override: {@code anotherHandle()} for a handle as another process would have it, {@code
 * timeout()}, {@code hintTimeout()} and {@code racers()} for slow servers, {@code mayHaveForgotten()} and {@code forget()} for boards that
 * can lose their memory, {@code boards()} for a store of many groups. {@link StoreFixture} overrides them for such a store. The tests of
 * push are skipped where the board does not push. {@link BoardRaceContract} has only the tests that depend on how concurrent requests are
 * isolated.
 *
 * <p>The contract cannot show that no clock of the board decides anything, or that replies are timely when the server is unhealthy.
 */
public interface BoardContract
        extends CardContract,
                AllocationContract,
                ValueContract,
                ReplicationContract,
                BoardRaceContract,
                GroupContract,
                PushContract,
                LookContract {}
