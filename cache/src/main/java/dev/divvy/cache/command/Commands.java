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

/** The table of all commands, and the lookup of a request's command. */
public final class Commands {

    private static final Set<CommandFlag> FAST_READ = Set.of(READONLY, FAST);
    private static final Set<CommandFlag> GROWING_WRITE = Set.of(WRITE, DENYOOM);
    private static final Set<CommandFlag> FAST_WRITE = Set.of(WRITE, FAST);
    private static final Set<CommandFlag> CONNECTION = Set.of(LOADING, STALE, FAST);
    private static final Set<CommandFlag> UNAUTHENTICATED = Set.of(LOADING, STALE, FAST, NO_AUTH);

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
        key("get", 2, FAST_READ, "Returns the value of a key.", ReadCommands::get);
        key("strlen", 2, FAST_READ, "Returns the length of the value of a key.", ReadCommands::strLen);
        key("getrange", 4, Set.of(READONLY), "Returns a part of the value of a key.", ReadCommands::getRange);
        key("substr", 4, Set.of(READONLY), "Returns a part of the value of a key.", ReadCommands::getRange);
        key("type", 2, FAST_READ, "Returns the type of the value of a key.", ReadCommands::type);
        key("getdel", 2, FAST_WRITE, "Returns the value of a key and deletes the key.", ReadCommands::getDel);
        key("getex", -2, FAST_WRITE, "Returns the value of a key and sets its expiry.", ReadCommands::getEx);
    }

    private static void writing() {
        key("set", -3, GROWING_WRITE, "Sets the value of a key.", WriteCommands::set);
        key(
                "setex",
                4,
                GROWING_WRITE,
                "Sets the value of a key and its time to live in seconds.",
                WriteCommands::setEx);
        key(
                "psetex",
                4,
                GROWING_WRITE,
                "Sets the value of a key and its time to live in milliseconds.",
                WriteCommands::pSetEx);
        key(
                "setnx",
                3,
                Set.of(WRITE, DENYOOM, FAST),
                "Sets the value of a key that does not exist.",
                WriteCommands::setNx);
        key("getset", 3, GROWING_WRITE, "Sets the value of a key and returns the old one.", WriteCommands::getSet);
        key(
                "divvy.cas",
                -4,
                GROWING_WRITE,
                "Sets the value of a key that has the expected value.",
                WriteCommands::compareAndSet);
        key("divvy.load", 2, FAST_READ, "Returns the value of a key, or a lease to load it.", ReadCommands::load);
        key(
                "divvy.fill",
                -4,
                GROWING_WRITE,
                "Sets the value of a key that did not change since its lease.",
                WriteCommands::fill);
        key("append", 3, GROWING_WRITE, "Appends to the value of a key.", StringEditCommands::append);
        key("setrange", 4, GROWING_WRITE, "Overwrites a part of the value of a key.", StringEditCommands::setRange);
        Set<CommandFlag> counting = Set.of(WRITE, DENYOOM, FAST);
        key("incr", 2, counting, "Increments the integer value of a key by one.", CounterCommands::incr);
        key("decr", 2, counting, "Decrements the integer value of a key by one.", CounterCommands::decr);
        key("incrby", 3, counting, "Increments the integer value of a key by a number.", CounterCommands::incrBy);
        key("decrby", 3, counting, "Decrements the integer value of a key by a number.", CounterCommands::decrBy);
        key(
                "incrbyfloat",
                3,
                counting,
                "Increments the decimal value of a key by a number.",
                CounterCommands::incrByFloat);
    }

    private static void expiring() {
        key("expire", -3, FAST_WRITE, "Sets the time to live of a key in seconds.", ExpiryCommands.EXPIRE);
        key("pexpire", -3, FAST_WRITE, "Sets the time to live of a key in milliseconds.", ExpiryCommands.PEXPIRE);
        key("expireat", -3, FAST_WRITE, "Sets the expiry of a key as a Unix time in seconds.", ExpiryCommands.EXPIREAT);
        key(
                "pexpireat",
                -3,
                FAST_WRITE,
                "Sets the expiry of a key as a Unix time in milliseconds.",
                ExpiryCommands.PEXPIREAT);
        key("persist", 2, FAST_WRITE, "Removes the expiry of a key.", ExpiryCommands::persist);
        key("ttl", 2, FAST_READ, "Returns the time to live of a key in seconds.", ExpiryCommands::ttl);
        key("pttl", 2, FAST_READ, "Returns the time to live of a key in milliseconds.", ExpiryCommands::pTtl);
        key(
                "expiretime",
                2,
                FAST_READ,
                "Returns the expiry of a key as a Unix time in seconds.",
                ExpiryCommands::expireTime);
        key(
                "pexpiretime",
                2,
                FAST_READ,
                "Returns the expiry of a key as a Unix time in milliseconds.",
                ExpiryCommands::pExpireTime);
    }

    private static void manyKeys() {
        many("mget", FAST_READ, "Returns the values of keys.", "GET", Combine.ARRAY, MultiKeyActions::get);
        many("del", Set.of(WRITE), "Deletes keys.", "DEL", Combine.SUM, MultiKeyActions::delete);
        many("unlink", FAST_WRITE, "Deletes keys.", "UNLINK", Combine.SUM, MultiKeyActions::delete);
        many(
                "exists",
                FAST_READ,
                "Returns how many of the keys exist.",
                "EXISTS",
                Combine.SUM,
                MultiKeyActions::exists);
        many("touch", FAST_READ, "Marks keys as just used.", "TOUCH", Combine.SUM, MultiKeyActions::touch);
        CommandSyntax mset = new CommandSyntax("mset", -3, GROWING_WRITE, 1, -1, 2, "Sets the values of keys.");
        ALL.add(new ManyKeysCommand(mset, "SET", Combine.ALL_OK, MultiKeyActions::set));
    }

    private static void keyspace() {
        keyspace("dbsize", 1, FAST_READ, "Returns the number of keys on this node.", KeyspaceCommands::dbSize);
        keyspace(
                "keys",
                2,
                Set.of(READONLY),
                "Lists the keys on this node that match a pattern.",
                KeyspaceCommands::keys);
        keyspace("scan", -2, Set.of(READONLY), "Iterates over the keys on this node.", KeyspaceScan::run);
        keyspace("randomkey", 1, Set.of(READONLY), "Returns a random key on this node.", KeyspaceCommands::randomKey);
        keyspace("flushall", -1, Set.of(WRITE), "Deletes all keys on this node.", KeyspaceCommands::flush);
        keyspace("flushdb", -1, Set.of(WRITE), "Deletes all keys on this node.", KeyspaceCommands::flush);
    }

    private static void connection() {
        connection("ping", -1, CONNECTION, "Replies with PONG or with the given text.", MiscCommands::ping);
        connection("echo", 2, CONNECTION, "Returns the given text.", MiscCommands::echo);
        connection("time", 1, CONNECTION, "Returns the time of the node.", MiscCommands::time);
        connection("select", 2, CONNECTION, "Selects a database; only 0 exists.", MiscCommands::select);
        connection(
                "wait",
                3,
                Set.of(),
                "Returns the number of replicas that have the writes: always 0.",
                MiscCommands::waitForReplicas);
        connection("readonly", 1, CONNECTION, "Accepted without effect.", MiscCommands::routing);
        connection("readwrite", 1, CONNECTION, "Accepted without effect.", MiscCommands::routing);
        connection("asking", 1, CONNECTION, "Accepted without effect.", MiscCommands::routing);
        connection("debug", -2, Set.of(ADMIN), "Not supported.", MiscCommands::debug);
        connection(
                "msetnx",
                -3,
                GROWING_WRITE,
                "Not supported: its keys may be on different nodes.",
                MiscCommands::mSetNx);
        connection("quit", -1, UNAUTHENTICATED, "Closes the connection.", MiscCommands::quit);
        connection(
                "hello",
                -1,
                UNAUTHENTICATED,
                "Selects the protocol version, and authenticates and names the connection.",
                HandshakeCommands::hello);
        connection("auth", -2, UNAUTHENTICATED, "Authenticates the connection.", HandshakeCommands::auth);
        connection("reset", 1, UNAUTHENTICATED, "Resets the connection.", HandshakeCommands::reset);
        connection("client", -2, CONNECTION, "Shows and manages the connections.", ClientCommands::run);
        connection("cluster", -2, CONNECTION, "Shows the cluster.", ClusterCommands::run);
        connection("config", -2, Set.of(ADMIN, LOADING, STALE), "Shows the settings.", ConfigCommands::run);
        connection("info", -1, Set.of(LOADING, STALE), "Shows the statistics of the node.", InfoCommand::run);
        connection(
                "command", -1, Set.of(LOADING, STALE), "Shows the commands.", new CommandCommand(Commands::all)::run);
    }

    private static void key(String name, int arity, Set<CommandFlag> flags, String summary, KeyCommand.Action action) {
        ALL.add(new KeyCommand(new CommandSyntax(name, arity, flags, 1, 1, 1, summary), action));
    }

    private static void many(
            String name,
            Set<CommandFlag> flags,
            String summary,
            String part,
            Combine combine,
            ManyKeysCommand.PartAction action) {
        ALL.add(new ManyKeysCommand(new CommandSyntax(name, -2, flags, 1, -1, 1, summary), part, combine, action));
    }

    private static void keyspace(
            String name, int arity, Set<CommandFlag> flags, String summary, KeyspaceCommand.Action action) {
        ALL.add(new KeyspaceCommand(new CommandSyntax(name, arity, flags, 0, 0, 0, summary), action));
    }

    private static void connection(
            String name, int arity, Set<CommandFlag> flags, String summary, ConnectionCommand.Action action) {
        ALL.add(new ConnectionCommand(new CommandSyntax(name, arity, flags, 0, 0, 0, summary), action));
    }

    /** Returns all commands, grouped by kind. */
    public static List<Command> all() {
        return List.copyOf(ALL);
    }

    /** Returns the command that a request names; null when it is unknown. */
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
        return new KeyCommand(many.syntax(), (request, store, now, out, resp3) -> {
            boolean counted = many.run(request, 0, store, now, out, resp3);
            if (many.combine() == Combine.SUM) {
                ReplyWriter.integer(out, counted ? 1 : 0);
            } else if (many.combine() == Combine.ALL_OK) {
                ReplyWriter.ok(out);
            }
        });
    }

    /** Returns the error for a request with a wrong number of arguments, or of an unauthenticated client; null when it may run. */
    public static @Nullable String refusal(Command command, RespRequest request, ClientSession session) {
        String error = command.arityError(request);
        if (error == null && !session.authenticated() && !command.syntax().has(NO_AUTH)) {
            return ErrorReplies.NO_AUTH;
        }
        return error;
    }
}
