package dev.divvy.cache.command;

import static dev.divvy.cache.command.spec.CommandFlag.ADMIN;
import static dev.divvy.cache.command.spec.CommandFlag.DENYOOM;
import static dev.divvy.cache.command.spec.CommandFlag.FAST;
import static dev.divvy.cache.command.spec.CommandFlag.LOADING;
import static dev.divvy.cache.command.spec.CommandFlag.NO_AUTH;
import static dev.divvy.cache.command.spec.CommandFlag.READONLY;
import static dev.divvy.cache.command.spec.CommandFlag.STALE;
import static dev.divvy.cache.command.spec.CommandFlag.WRITE;

import dev.divvy.cache.command.connection.ClientCommands;
import dev.divvy.cache.command.connection.ClusterCommands;
import dev.divvy.cache.command.connection.CommandCommand;
import dev.divvy.cache.command.connection.ConfigCommands;
import dev.divvy.cache.command.connection.HandshakeCommands;
import dev.divvy.cache.command.connection.InfoCommand;
import dev.divvy.cache.command.connection.MiscCommands;
import dev.divvy.cache.command.context.ClientSession;
import dev.divvy.cache.command.key.CounterCommands;
import dev.divvy.cache.command.key.ExpiryCommands;
import dev.divvy.cache.command.key.MultiKeyActions;
import dev.divvy.cache.command.key.ReadCommands;
import dev.divvy.cache.command.key.StringEditCommands;
import dev.divvy.cache.command.key.WriteCommands;
import dev.divvy.cache.command.keyspace.KeyspaceCommands;
import dev.divvy.cache.command.keyspace.KeyspaceScan;
import dev.divvy.cache.command.spec.Command;
import dev.divvy.cache.command.spec.CommandFlag;
import dev.divvy.cache.command.spec.CommandSyntax;
import dev.divvy.cache.command.spec.ConnectionCommand;
import dev.divvy.cache.command.spec.ErrorReplies;
import dev.divvy.cache.command.spec.KeyCommand;
import dev.divvy.cache.command.spec.KeyspaceCommand;
import dev.divvy.cache.command.spec.ManyKeysCommand;
import dev.divvy.cache.command.spec.ManyKeysCommand.Combine;
import dev.divvy.cache.resp.ReplyWriter;
import dev.divvy.cache.resp.RespRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** All commands, and how a request finds its own. */
public final class Commands {

    private static final Set<CommandFlag> READS = Set.of(READONLY, FAST);
    private static final Set<CommandFlag> GROWS = Set.of(WRITE, DENYOOM);
    private static final Set<CommandFlag> CHANGES = Set.of(WRITE, FAST);
    private static final Set<CommandFlag> TALK = Set.of(LOADING, STALE, FAST);
    private static final Set<CommandFlag> DOOR = Set.of(LOADING, STALE, FAST, NO_AUTH);

    private static final List<Command> ALL = new ArrayList<>();
    private static final CommandTable TABLE;

    static {
        reading();
        writing();
        expiring();
        manyKeys();
        keyspace();
        connection();
        TABLE = new CommandTable(ALL);
    }

    private Commands() {}

    private static void reading() {
        key("get", 2, READS, "Answers the value of a key.", ReadCommands::get);
        key("strlen", 2, READS, "Answers how long the value of a key is.", ReadCommands::strLen);
        key("getrange", 4, Set.of(READONLY), "Answers a part of the value of a key.", ReadCommands::getRange);
        key("substr", 4, Set.of(READONLY), "Answers a part of the value of a key.", ReadCommands::getRange);
        key("type", 2, READS, "Answers of which type the value of a key is.", ReadCommands::type);
        key("getdel", 2, CHANGES, "Answers the value of a key and removes it.", ReadCommands::getDel);
        key("getex", -2, CHANGES, "Answers the value of a key and changes when it expires.", ReadCommands::getEx);
    }

    private static void writing() {
        key("set", -3, GROWS, "Gives a key a value.", WriteCommands::set);
        key("setex", 4, GROWS, "Gives a key a value for some seconds.", WriteCommands::setEx);
        key("psetex", 4, GROWS, "Gives a key a value for some milliseconds.", WriteCommands::pSetEx);
        key("setnx", 3, Set.of(WRITE, DENYOOM, FAST), "Gives a key a value if it has none.", WriteCommands::setNx);
        key("getset", 3, GROWS, "Gives a key a value and answers the old one.", WriteCommands::getSet);
        key("divvy.cas", -4, GROWS, "Gives a key a value if it has the expected one.", WriteCommands::compareAndSet);
        key("append", 3, GROWS, "Adds to the end of the value of a key.", StringEditCommands::append);
        key("setrange", 4, GROWS, "Writes over a part of the value of a key.", StringEditCommands::setRange);
        Set<CommandFlag> counts = Set.of(WRITE, DENYOOM, FAST);
        key("incr", 2, counts, "Adds one to the number of a key.", CounterCommands::incr);
        key("decr", 2, counts, "Takes one from the number of a key.", CounterCommands::decr);
        key("incrby", 3, counts, "Adds to the number of a key.", CounterCommands::incrBy);
        key("decrby", 3, counts, "Takes from the number of a key.", CounterCommands::decrBy);
        key("incrbyfloat", 3, counts, "Adds to the number with a fraction of a key.", CounterCommands::incrByFloat);
    }

    private static void expiring() {
        key("expire", -3, CHANGES, "Lets a key expire after some seconds.", ExpiryCommands.EXPIRE);
        key("pexpire", -3, CHANGES, "Lets a key expire after some milliseconds.", ExpiryCommands.PEXPIRE);
        key("expireat", -3, CHANGES, "Lets a key expire at a second.", ExpiryCommands.EXPIREAT);
        key("pexpireat", -3, CHANGES, "Lets a key expire at a millisecond.", ExpiryCommands.PEXPIREAT);
        key("persist", 2, CHANGES, "Lets a key never expire.", ExpiryCommands::persist);
        key("ttl", 2, READS, "Answers after how many seconds a key expires.", ExpiryCommands::ttl);
        key("pttl", 2, READS, "Answers after how many milliseconds a key expires.", ExpiryCommands::pTtl);
        key("expiretime", 2, READS, "Answers at which second a key expires.", ExpiryCommands::expireTime);
        key("pexpiretime", 2, READS, "Answers at which millisecond a key expires.", ExpiryCommands::pExpireTime);
    }

    private static void manyKeys() {
        many("mget", READS, "Answers the values of keys.", "GET", Combine.ARRAY, MultiKeyActions::get);
        many("del", Set.of(WRITE), "Removes keys.", "DEL", Combine.SUM, MultiKeyActions::delete);
        many("unlink", CHANGES, "Removes keys.", "UNLINK", Combine.SUM, MultiKeyActions::delete);
        many(
                "exists",
                READS,
                "Answers how many of the keys are there.",
                "EXISTS",
                Combine.SUM,
                MultiKeyActions::exists);
        many("touch", READS, "Marks keys as just used.", "TOUCH", Combine.SUM, MultiKeyActions::touch);
        CommandSyntax mset = new CommandSyntax("mset", -3, GROWS, 1, -1, 2, "Gives keys their values.");
        ALL.add(new ManyKeysCommand(mset, "SET", Combine.ALL_OK, MultiKeyActions::set));
    }

    private static void keyspace() {
        keyspace("dbsize", 1, READS, "Answers how many keys this node has.", KeyspaceCommands::dbSize);
        keyspace(
                "keys", 2, Set.of(READONLY), "Lists the keys of this node that fit a pattern.", KeyspaceCommands::keys);
        keyspace("scan", -2, Set.of(READONLY), "Lists the keys of this node in steps.", KeyspaceScan::run);
        keyspace("randomkey", 1, Set.of(READONLY), "Answers some key of this node.", KeyspaceCommands::randomKey);
        keyspace("flushall", -1, Set.of(WRITE), "Removes all keys of this node.", KeyspaceCommands::flush);
        keyspace("flushdb", -1, Set.of(WRITE), "Removes all keys of this node.", KeyspaceCommands::flush);
    }

    private static void connection() {
        talk("ping", -1, TALK, "Answers, to show that it does.", MiscCommands::ping);
        talk("echo", 2, TALK, "Answers what was said.", MiscCommands::echo);
        talk("time", 1, TALK, "Answers the time of the node.", MiscCommands::time);
        talk("select", 2, TALK, "Chooses the database; there is only 0.", MiscCommands::select);
        talk("wait", 3, Set.of(), "Answers how many copies have the writes.", MiscCommands::waitForCopies);
        talk("readonly", 1, TALK, "Changes nothing.", MiscCommands::routing);
        talk("readwrite", 1, TALK, "Changes nothing.", MiscCommands::routing);
        talk("asking", 1, TALK, "Changes nothing.", MiscCommands::routing);
        talk("debug", -2, Set.of(ADMIN), "Is refused.", MiscCommands::debug);
        talk("msetnx", -3, GROWS, "Is refused: keys may live on different nodes.", MiscCommands::mSetNx);
        talk("quit", -1, DOOR, "Closes the connection.", MiscCommands::quit);
        talk("hello", -1, DOOR, "Begins a connection and chooses its protocol.", HandshakeCommands::hello);
        talk("auth", -2, DOOR, "Gives the password.", HandshakeCommands::auth);
        talk("reset", 1, DOOR, "Begins the connection anew.", HandshakeCommands::reset);
        talk("client", -2, TALK, "Tells of the connections.", ClientCommands::run);
        talk("cluster", -2, TALK, "Tells of the cluster.", ClusterCommands::run);
        talk("config", -2, Set.of(ADMIN, LOADING, STALE), "Tells the settings.", ConfigCommands::run);
        talk("info", -1, Set.of(LOADING, STALE), "Tells the figures of the node.", InfoCommand::run);
        talk("command", -1, Set.of(LOADING, STALE), "Tells of the commands.", new CommandCommand(Commands::all)::run);
    }

    private static void key(String name, int arity, Set<CommandFlag> flags, String summary, KeyCommand.Work work) {
        ALL.add(new KeyCommand(new CommandSyntax(name, arity, flags, 1, 1, 1, summary), work));
    }

    private static void many(
            String name,
            Set<CommandFlag> flags,
            String summary,
            String part,
            Combine combine,
            ManyKeysCommand.Part work) {
        ALL.add(new ManyKeysCommand(new CommandSyntax(name, -2, flags, 1, -1, 1, summary), part, combine, work));
    }

    private static void keyspace(
            String name, int arity, Set<CommandFlag> flags, String summary, KeyspaceCommand.Work work) {
        ALL.add(new KeyspaceCommand(new CommandSyntax(name, arity, flags, 0, 0, 0, summary), work));
    }

    private static void talk(
            String name, int arity, Set<CommandFlag> flags, String summary, ConnectionCommand.Work work) {
        ALL.add(new ConnectionCommand(new CommandSyntax(name, arity, flags, 0, 0, 0, summary), work));
    }

    /** All of them, the alike together. */
    public static List<Command> all() {
        return List.copyOf(ALL);
    }

    /** The command that a request names; null when there is none. */
    public static @Nullable Command find(RespRequest request) {
        return TABLE.find(request);
    }

    /** Returns the command of a request about one key; null when it is about none or several. */
    public static @Nullable KeyCommand single(RespRequest request) {
        Command command = find(request);
        if (command instanceof KeyCommand single) {
            return single;
        }
        return command instanceof ManyKeysCommand many && many.parts(request) == 1 ? forOneKey(many) : null;
    }

    private static KeyCommand forOneKey(ManyKeysCommand many) {
        return new KeyCommand(many.form(), (request, shelf, now, out, resp3) -> {
            boolean counts = many.run(request, 0, shelf, now, out, resp3);
            if (many.combine() == Combine.SUM) {
                ReplyWriter.integer(out, counts ? 1 : 0);
            } else if (many.combine() == Combine.ALL_OK) {
                ReplyWriter.ok(out);
            }
        });
    }

    /** Why a request for this command is not done: it has too few or too many arguments, or the password was not given. Null when it may be. */
    public static @Nullable String refusal(Command command, RespRequest request, ClientSession session) {
        String fault = command.arityFault(request);
        if (fault == null && !session.authenticated() && !command.form().has(NO_AUTH)) {
            return ErrorReplies.NO_AUTH;
        }
        return fault;
    }
}
