-- The version of the tables, one row per part of Divvy.
CREATE TABLE IF NOT EXISTS ${schema_table} (
    part    VARCHAR(63) NOT NULL PRIMARY KEY,
    version INTEGER     NOT NULL
);

-- The messages that consumers have handled.
CREATE TABLE IF NOT EXISTS ${table} (
    consumer    VARCHAR(255) NOT NULL,
    message_id  VARCHAR(255) NOT NULL,
    received_at TIMESTAMP(3) WITH TIME ZONE NOT NULL DEFAULT CURRENT_TIMESTAMP,
    PRIMARY KEY (consumer, message_id)
);

-- Old ones are forgotten in this order.
CREATE INDEX IF NOT EXISTS divvy_inbox_old ON ${table} (received_at);
