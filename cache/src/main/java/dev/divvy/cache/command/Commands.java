package dev.divvy.cache.command;

import static dev.divvy.cache.command.form.Flag.ADMIN;
import static dev.divvy.cache.command.form.Flag.DENYOOM;
import static dev.divvy.cache.command.form.Flag.FAST;
import static dev.divvy.cache.command.form.Flag.LOADING;
import static dev.divvy.cache.command.form.Flag.NO_AUTH;
import static dev.divvy.cache.command.form.Flag.READONLY;
import static dev.divvy.cache.command.form.Flag.STALE;
import static dev.divvy.cache.command.form.Flag.WRITE;

import dev.divvy.cache.command.connection.Catalog;
import dev.divvy.cache.command.connection.Clients;
import dev.divvy.cache.command.connection.Cluster;
import dev.divvy.cache.command.connection.Config;
import dev.divvy.cache.command.connection.Greeting;
import dev.divvy.cache.command.connection.Info;
import dev.divvy.cache.command.connection.Smalltalk;
import dev.divvy.cache.command.form.Command;
import dev.divvy.cache.command.form.ConnectionCommand;
import dev.divvy.cache.command.form.Faults;
import dev.divvy.cache.command.form.Flag;
import dev.divvy.cache.command.form.Form;
import dev.divvy.cache.command.form.KeyCommand;
import dev.divvy.cache.command.form.KeyspaceCommand;
import dev.divvy.cache.command.form.ManyKeysCommand;
import dev.divvy.cache.command.form.ManyKeysCommand.Combine;
import dev.divvy.cache.command.ground.Session;
import dev.divvy.cache.command.key.Counts;
import dev.divvy.cache.command.key.Edits;
import dev.divvy.cache.command.key.Gets;
import dev.divvy.cache.command.key.Lifetimes;
import dev.divvy.cache.command.key.Parts;
import dev.divvy.cache.command.key.Sets;
import dev.divvy.cache.command.keyspace.Keyspace;
import dev.divvy.cache.command.keyspace.Scan;
import dev.divvy.cache.resp.Replies;
import dev.divvy.cache.resp.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** All commands, and how a request finds its own. */
public final class Commands {

    private static final Set<Flag> READS = Set.of(READONLY, FAST);
    private static final Set<Flag> GROWS = Set.of(WRITE, DENYOOM);
    private static final Set<Flag> CHANGES = Set.of(WRITE, FAST);
    private static final Set<Flag> TALK = Set.of(LOADING, STALE, FAST);
    private static final Set<Flag> DOOR = Set.of(LOADING, STALE, FAST, NO_AUTH);

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
        key("get", 2, READS, "Answers the value of a key.", Gets::get);
        key("strlen", 2, READS, "Answers how long the value of a key is.", Gets::strLen);
        key("getrange", 4, Set.of(READONLY), "Answers a part of the value of a key.", Gets::getRange);
        key("substr", 4, Set.of(READONLY), "Answers a part of the value of a key.", Gets::getRange);
        key("type", 2, READS, "Answers of which type the value of a key is.", Gets::type);
        key("getdel", 2, CHANGES, "Answers the value of a key and removes it.", Gets::getDel);
        key("getex", -2, CHANGES, "Answers the value of a key and changes when it expires.", Gets::getEx);
    }

    private static void writing() {
        key("set", -3, GROWS, "Gives a key a value.", Sets::set);
        key("setex", 4, GROWS, "Gives a key a value for some seconds.", Sets::setEx);
        key("psetex", 4, GROWS, "Gives a key a value for some milliseconds.", Sets::pSetEx);
        key("setnx", 3, Set.of(WRITE, DENYOOM, FAST), "Gives a key a value if it has none.", Sets::setNx);
        key("getset", 3, GROWS, "Gives a key a value and answers the old one.", Sets::getSet);
        key("divvy.cas", -4, GROWS, "Gives a key a value if it has the expected one.", Sets::compareAndSet);
        key("append", 3, GROWS, "Adds to the end of the value of a key.", Edits::append);
        key("setrange", 4, GROWS, "Writes over a part of the value of a key.", Edits::setRange);
        Set<Flag> counts = Set.of(WRITE, DENYOOM, FAST);
        key("incr", 2, counts, "Adds one to the number of a key.", Counts::incr);
        key("decr", 2, counts, "Takes one from the number of a key.", Counts::decr);
        key("incrby", 3, counts, "Adds to the number of a key.", Counts::incrBy);
        key("decrby", 3, counts, "Takes from the number of a key.", Counts::decrBy);
        key("incrbyfloat", 3, counts, "Adds to the number with a fraction of a key.", Counts::incrByFloat);
    }

    private static void expiring() {
        key("expire", -3, CHANGES, "Lets a key expire after some seconds.", Lifetimes.EXPIRE);
        key("pexpire", -3, CHANGES, "Lets a key expire after some milliseconds.", Lifetimes.PEXPIRE);
        key("expireat", -3, CHANGES, "Lets a key expire at a second.", Lifetimes.EXPIREAT);
        key("pexpireat", -3, CHANGES, "Lets a key expire at a millisecond.", Lifetimes.PEXPIREAT);
        key("persist", 2, CHANGES, "Lets a key never expire.", Lifetimes::persist);
        key("ttl", 2, READS, "Answers after how many seconds a key expires.", Lifetimes::ttl);
        key("pttl", 2, READS, "Answers after how many milliseconds a key expires.", Lifetimes::pTtl);
        key("expiretime", 2, READS, "Answers at which second a key expires.", Lifetimes::expireTime);
        key("pexpiretime", 2, READS, "Answers at which millisecond a key expires.", Lifetimes::pExpireTime);
    }

    private static void manyKeys() {
        many("mget", READS, "Answers the values of keys.", "GET", Combine.ARRAY, Parts::get);
        many("del", Set.of(WRITE), "Removes keys.", "DEL", Combine.SUM, Parts::delete);
        many("unlink", CHANGES, "Removes keys.", "UNLINK", Combine.SUM, Parts::delete);
        many("exists", READS, "Answers how many of the keys are there.", "EXISTS", Combine.SUM, Parts::exists);
        many("touch", READS, "Marks keys as just used.", "TOUCH", Combine.SUM, Parts::touch);
        Form mset = new Form("mset", -3, GROWS, 1, -1, 2, "Gives keys their values.");
        ALL.add(new ManyKeysCommand(mset, "SET", Combine.ALL_OK, Parts::set));
    }

    private static void keyspace() {
        keyspace("dbsize", 1, READS, "Answers how many keys this node has.", Keyspace::dbSize);
        keyspace("keys", 2, Set.of(READONLY), "Lists the keys of this node that fit a pattern.", Keyspace::keys);
        keyspace("scan", -2, Set.of(READONLY), "Lists the keys of this node in steps.", Scan::run);
        keyspace("randomkey", 1, Set.of(READONLY), "Answers some key of this node.", Keyspace::randomKey);
        keyspace("flushall", -1, Set.of(WRITE), "Removes all keys of this node.", Keyspace::flush);
        keyspace("flushdb", -1, Set.of(WRITE), "Removes all keys of this node.", Keyspace::flush);
    }

    private static void connection() {
        talk("ping", -1, TALK, "Answers, to show that it does.", Smalltalk::ping);
        talk("echo", 2, TALK, "Answers what was said.", Smalltalk::echo);
        talk("time", 1, TALK, "Answers the time of the node.", Smalltalk::time);
        talk("select", 2, TALK, "Chooses the database; there is only 0.", Smalltalk::select);
        talk("wait", 3, Set.of(), "Answers how many copies have the writes.", Smalltalk::waitForCopies);
        talk("readonly", 1, TALK, "Changes nothing.", Smalltalk::routing);
        talk("readwrite", 1, TALK, "Changes nothing.", Smalltalk::routing);
        talk("asking", 1, TALK, "Changes nothing.", Smalltalk::routing);
        talk("debug", -2, Set.of(ADMIN), "Is refused.", Smalltalk::debug);
        talk("msetnx", -3, GROWS, "Is refused: keys may live on different nodes.", Smalltalk::mSetNx);
        talk("quit", -1, DOOR, "Closes the connection.", Smalltalk::quit);
        talk("hello", -1, DOOR, "Begins a connection and chooses its protocol.", Greeting::hello);
        talk("auth", -2, DOOR, "Gives the password.", Greeting::auth);
        talk("reset", 1, DOOR, "Begins the connection anew.", Greeting::reset);
        talk("client", -2, TALK, "Tells of the connections.", Clients::run);
        talk("cluster", -2, TALK, "Tells of the cluster.", Cluster::run);
        talk("config", -2, Set.of(ADMIN, LOADING, STALE), "Tells the settings.", Config::run);
        talk("info", -1, Set.of(LOADING, STALE), "Tells the figures of the node.", Info::run);
        talk("command", -1, Set.of(LOADING, STALE), "Tells of the commands.", new Catalog(Commands::all)::run);
    }

    private static void key(String name, int arity, Set<Flag> flags, String summary, KeyCommand.Work work) {
        ALL.add(new KeyCommand(new Form(name, arity, flags, 1, 1, 1, summary), work));
    }

    private static void many(
            String name, Set<Flag> flags, String summary, String part, Combine combine, ManyKeysCommand.Part work) {
        ALL.add(new ManyKeysCommand(new Form(name, -2, flags, 1, -1, 1, summary), part, combine, work));
    }

    private static void keyspace(String name, int arity, Set<Flag> flags, String summary, KeyspaceCommand.Work work) {
        ALL.add(new KeyspaceCommand(new Form(name, arity, flags, 0, 0, 0, summary), work));
    }

    private static void talk(String name, int arity, Set<Flag> flags, String summary, ConnectionCommand.Work work) {
        ALL.add(new ConnectionCommand(new Form(name, arity, flags, 0, 0, 0, summary), work));
    }

    /** All of them, the alike together. */
    public static List<Command> all() {
        return List.copyOf(ALL);
    }

    /** The command that a request names; null when there is none. */
    public static @Nullable Command find(Request request) {
        return TABLE.find(request);
    }

    /** Returns the command of a request about one key; null when it is about none or several. */
    public static @Nullable KeyCommand single(Request request) {
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
                Replies.integer(out, counts ? 1 : 0);
            } else if (many.combine() == Combine.ALL_OK) {
                Replies.ok(out);
            }
        });
    }

    /** Why a request for this command is not done: it has too few or too many arguments, or the password was not given. Null when it may be. */
    public static @Nullable String refusal(Command command, Request request, Session session) {
        String fault = command.arityFault(request);
        if (fault == null && !session.authenticated() && !command.form().has(NO_AUTH)) {
            return Faults.NO_AUTH;
        }
        return fault;
    }
}
