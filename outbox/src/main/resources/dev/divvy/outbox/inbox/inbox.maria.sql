-- The version of the tables, one row per part of Divvy.
CREATE TABLE IF NOT EXISTS ${schema_table} (
    part    VARCHAR(63) NOT NULL PRIMARY KEY,
    version INTEGER     NOT NULL
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE ${collation};

-- The messages that consumers have handled.
CREATE TABLE IF NOT EXISTS ${table} (
    consumer    VARCHAR(255) NOT NULL,
    message_id  VARCHAR(255) NOT NULL,
    received_at TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
    PRIMARY KEY (consumer, message_id),
    -- Old ones are forgotten in this order.
    INDEX divvy_inbox_old (received_at)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE ${collation};
