package dev.divvy.testkit.contract;

/**
 * All that a board owes its members, one test a duty. A board passes by a small subclass:
 *
 * <pre>{@code
 * class MyBoardTest extends BoardContract {
 *     private final String group = "test-" + UUID.randomUUID();
 *
 *     protected Board board() {
 *         return new MyBoard(SERVER, group);
 *     }
 * }
 * }</pre>
 *
 * <p>{@code board()} gives a handle to the one board of a test, which is empty at first. The other protected methods say what differs
 * from board to board, and all have an answer already: {@code another()} for a handle as another process would have it,
 * {@code patience()}, {@code soon()} and {@code racers()} for slow servers, {@code mayHaveForgotten()} and {@code forget()} for boards
 * that can lose their memory, {@code boards()} for a store of many groups; {@link StoreContract} has the answers
 * of such a store. Duties of push are skipped where the board does not push.
 *
 * <p>What it cannot show: that no clock of the board decides anything, and that answers come in time when the server is ill.
 */
public abstract class BoardContract extends LookDuties {}
