package dev.divvy.cache.command.context;

/**
 * What a node remembers of one connection. The thread of the connection writes it; others, who list the connections, may see
 * what was true a moment ago.
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
    private String lastCommand = "NULL";
    private long lastActive;

    /** The close is called by whoever kills the connection, on any thread. */
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

    /** Milliseconds since the epoch. */
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

    public void resp3(boolean third) {
        resp3 = third;
    }

    public boolean authenticated() {
        return authenticated;
    }

    public void authenticated(boolean isSo) {
        authenticated = isSo;
    }

    /** Whether the connection is to be closed once the reply is out. */
    public boolean closing() {
        return closing;
    }

    public void closeAfterReply() {
        closing = true;
    }

    public String lastCommand() {
        return lastCommand;
    }

    /** Milliseconds since the epoch. */
    public long lastActive() {
        return lastActive;
    }

    /** It sent something. */
    public void active(long now) {
        lastActive = now;
    }

    /** The name of the command, as {@code client|list} where it has a second word. */
    public void lastCommand(String command) {
        lastCommand = command;
    }

    public void close() {
        close.run();
    }
}
