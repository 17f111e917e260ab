-- The tables of Divvy's outbox, of its coordination store (board) and of the inbox. It may be run again.

-- The version of the tables, one row per part of Divvy.
CREATE TABLE IF NOT EXISTS divvy_schema (
    part    VARCHAR(63) NOT NULL PRIMARY KEY,
    version INTEGER     NOT NULL
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin;

-- The board of each group: the current allocation, and when it was published. After the table was emptied, the origin is different.
CREATE TABLE IF NOT EXISTS divvy_board (
    group_name   VARCHAR(255) NOT NULL PRIMARY KEY,
    origin       VARCHAR(64)  NOT NULL,
    lineage      VARCHAR(255),
    epoch        BIGINT       NOT NULL DEFAULT 0,
    allocation   LONGBLOB,
    published_by VARCHAR(300),
    published_at DATETIME(3)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin;

-- The highest incarnation of each member, whether it is on the board, and the epoch up to which it has released all that it lost.
-- Completing transactions lock this row shared; joining, acknowledging and ejecting lock it exclusively. It stays for 30 days
-- after the member left.
CREATE TABLE IF NOT EXISTS divvy_fence (
    group_name   VARCHAR(255) NOT NULL,
    member       VARCHAR(255) NOT NULL,
    incarnation  BIGINT       NOT NULL,
    present      BOOLEAN      NOT NULL,
    acknowledged BIGINT       NOT NULL,
    left_at      DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
    PRIMARY KEY (group_name, member)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin;

-- The card of each member on the board, renewed by every pulse: with the epoch up to which the data of its pieces is settled, and the
-- version and abilities of its software, and the only pieces that it may own, if it may not own all. No decision depends on expires_at: it is for people.
CREATE TABLE IF NOT EXISTS divvy_beat (
    group_name      VARCHAR(255) NOT NULL,
    member          VARCHAR(255) NOT NULL,
    incarnation     BIGINT       NOT NULL,
    beat            BIGINT       NOT NULL,
    state           VARCHAR(10)  NOT NULL,
    weight          INTEGER      NOT NULL,
    zone            VARCHAR(255),
    address         VARCHAR(255) NOT NULL,
    time_to_live_ns BIGINT       NOT NULL,
    expires_at      DATETIME(3) NOT NULL,
    settled         BIGINT       NOT NULL DEFAULT 0,
    wire_version    INTEGER      NOT NULL DEFAULT 1,
    abilities       VARCHAR(500) NOT NULL DEFAULT '',
    restriction     VARCHAR(4000) NOT NULL DEFAULT '',
    PRIMARY KEY (group_name, member)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin;

-- The pieces that the allocation gives to each member, for people.
CREATE TABLE IF NOT EXISTS divvy_share (
    group_name VARCHAR(255) NOT NULL,
    member     VARCHAR(255) NOT NULL,
    pieces     VARCHAR(4000) NOT NULL,
    assigned   INTEGER      NOT NULL,
    total      INTEGER      NOT NULL,
    PRIMARY KEY (group_name, member)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin;

CREATE OR REPLACE VIEW divvy_member AS
SELECT b.group_name,
       CONCAT(b.member, '/', b.incarnation) AS id,
       b.member AS name,
       b.state,
       COALESCE(s.pieces, '') AS pieces,
       COALESCE(s.assigned, 0) AS assigned,
       s.total,
       f.acknowledged,
       b.expires_at,
       b.weight,
       b.zone,
       b.address,
       b.settled,
       b.wire_version,
       b.abilities,
       b.restriction
FROM divvy_beat b
JOIN divvy_fence f ON f.group_name = b.group_name AND f.member = b.member
LEFT JOIN divvy_share s ON s.group_name = b.group_name AND s.member = b.member;

INSERT INTO divvy_schema (part, version) SELECT 'board', 4 FROM DUAL WHERE NOT EXISTS (SELECT 1 FROM divvy_schema WHERE part = 'board');

-- Events that are to be handled (PENDING), that wait until a time (RETRY) or behind an earlier event of their entity (BEHIND), that were
-- ABORTED, and those that are DONE where they are kept. A producer in any language inserts
-- (entity_name, entity_id, entity_id_hash [, event_type, headers, payload, deduplication_key]); the hash is murmur3_32 (seed 0) of the
-- id's UTF-8 bytes, as a signed integer; headers are a JSON object of texts.
CREATE TABLE IF NOT EXISTS divvy_outbox (
    id                BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY,
    entity_name       VARCHAR(255) NOT NULL,
    entity_id         VARCHAR(255) NOT NULL,
    entity_id_hash    INTEGER      NOT NULL,
    event_type        VARCHAR(255),
    headers           TEXT,
    payload           LONGBLOB,
    status            VARCHAR(8)   NOT NULL DEFAULT 'PENDING',
    attempts          INTEGER      NOT NULL DEFAULT 0,
    crashes           INTEGER      NOT NULL DEFAULT 0,
    marked_by         VARCHAR(255),
    process_after     TIMESTAMP(3) NULL,
    last_error        VARCHAR(1000),
    created_at        TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
    done_at           TIMESTAMP(3) NULL,
    deduplication_key VARCHAR(255),
    -- A processor reads its hash ranges through this index, in order, without sorting.
    INDEX divvy_outbox_todo (status, entity_id_hash, id),
    -- Completed events that are kept are deleted in this order.
    INDEX divvy_outbox_kept (done_at, status),
    -- It finds the events that wait and are due.
    INDEX divvy_outbox_due (process_after),
    UNIQUE INDEX divvy_outbox_once (deduplication_key)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin;

INSERT INTO divvy_schema (part, version) SELECT 'divvy_outbox', 1 FROM DUAL WHERE NOT EXISTS (SELECT 1 FROM divvy_schema WHERE part = 'divvy_outbox');

-- The messages that consumers have handled.
CREATE TABLE IF NOT EXISTS divvy_inbox (
    consumer    VARCHAR(255) NOT NULL,
    message_id  VARCHAR(255) NOT NULL,
    received_at TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
    PRIMARY KEY (consumer, message_id),
    -- Old ones are forgotten in this order.
    INDEX divvy_inbox_old (received_at)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin;

INSERT INTO divvy_schema (part, version) SELECT 'inbox', 1 FROM DUAL WHERE NOT EXISTS (SELECT 1 FROM divvy_schema WHERE part = 'inbox');
