/** Relays the events of an outbox to Kafka. */
module dev.divvy.kafka {
    requires transitive dev.divvy.outbox;
    requires kafka.clients;
    requires static org.jspecify;
    requires org.slf4j;

    exports dev.divvy.kafka;
}
