package dev.divvy.cache.command.context;

/**
 * The state of one client connection. The thread of the connection writes it; other threads, which list the connections, may see
 * values that are slightly out of date.
 */
public final class ClientSession {

    private final long id;
    private final String address;
    private final String localAddress;
    private final long created;
    private final Runnable close;

    private String name = "";
    private String libraryName = "";
    private String libraryVersion = "";
    private boolean resp3;
    private boolean authenticated;
    private boolean closing;
    private int failedLogins;
    private String lastCommand = "NULL";
    private long lastActive;

    /**
     * Creates the session of a new connection.
     *
     * @param close closes the connection; called on any thread
     */
    public ClientSession(
            long id, String address, String localAddress, long created, boolean authenticated, Runnable close) {
        this.id = id;
        this.address = address;
        this.localAddress = localAddress;
        this.created = created;
        this.lastActive = created;
        this.authenticated = authenticated;
        this.close = close;
    }

    public long id() {
        return id;
    }

    public String address() {
        return address;
    }

    public String localAddress() {
        return localAddress;
    }

    /** Returns the time at which the client connected, in milliseconds since the epoch. */
    public long created() {
        return created;
    }

    public String name() {
        return name;
    }

    public void name(String newName) {
        name = newName;
    }

    public String libraryName() {
        return libraryName;
    }

    public void libraryName(String newName) {
        libraryName = newName;
    }

    public String libraryVersion() {
        return libraryVersion;
    }

    public void libraryVersion(String newVersion) {
        libraryVersion = newVersion;
    }

    public boolean resp3() {
        return resp3;
    }

    public void resp3(boolean enabled) {
        resp3 = enabled;
    }

    public boolean authenticated() {
        return authenticated;
    }

    public void authenticated(boolean value) {
        authenticated = value;
    }

    /** Counts an attempt to log in with a wrong user or password, and returns how many there were on this connection. */
    public int countFailedLogin() {
        return ++failedLogins;
    }

    /** Whether the connection is to be closed after the current reply. */
    public boolean closing() {
        return closing;
    }

    public void closeAfterReply() {
        closing = true;
    }

    public String lastCommand() {
        return lastCommand;
    }

    /** Returns the time of the last input, in milliseconds since the epoch. */
    public long lastActive() {
        return lastActive;
    }

    /** Records that the client sent something. */
    public void active(long now) {
        lastActive = now;
    }

    /** Records the name of the last command, with its subcommand as in {@code client|list}. */
    public void lastCommand(String command) {
        if (!command.equals(lastCommand)) {
            lastCommand = command; // the garbage collector tracks every write of a reference
        }
    }

    public void close() {
        close.run();
    }
}
