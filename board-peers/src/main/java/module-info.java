/** A board among the peers themselves, without a server. */
@SuppressWarnings("requires-automatic") // JGroups names its module, but has no descriptor
module dev.divvy.boardpeers {
    requires transitive dev.divvy.coordination;
    requires dev.divvy.allocation;
    requires jdk.net;
    requires org.jgroups;
    requires static org.jspecify;
    requires org.slf4j;

    exports dev.divvy.boardpeers;
}
