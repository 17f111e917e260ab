-- The version of the tables, one row per part of Divvy.
CREATE TABLE IF NOT EXISTS ${schema_table} (
    part    VARCHAR(63) NOT NULL PRIMARY KEY,
    version INTEGER     NOT NULL
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE ${collation};

-- The board of each group: the current allocation, and when it was published. After the table was emptied, the origin is different.
CREATE TABLE IF NOT EXISTS ${board} (
    group_name   VARCHAR(255) NOT NULL PRIMARY KEY,
    origin       VARCHAR(64)  NOT NULL,
    lineage      VARCHAR(255),
    epoch        BIGINT       NOT NULL DEFAULT 0,
    allocation   LONGBLOB,
    published_by VARCHAR(300),
    published_at DATETIME(3)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE ${collation};

-- The highest incarnation of each member, whether it is on the board, and the epoch up to which it has released all that it lost.
-- Completing transactions lock this row shared; joining, acknowledging and ejecting lock it exclusively. It stays for 30 days
-- after the member left.
CREATE TABLE IF NOT EXISTS ${fence} (
    group_name   VARCHAR(255) NOT NULL,
    member       VARCHAR(255) NOT NULL,
    incarnation  BIGINT       NOT NULL,
    present      BOOLEAN      NOT NULL,
    acknowledged BIGINT       NOT NULL,
    left_at      DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
    PRIMARY KEY (group_name, member)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE ${collation};

-- The card of each member on the board, renewed by every pulse: with the epoch up to which the data of its pieces is settled, and the
-- version and abilities of its software, and the only pieces that it may own, if it may not own all. No decision depends on expires_at: it is for people.
CREATE TABLE IF NOT EXISTS ${beat} (
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
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE ${collation};

-- The pieces that the allocation gives to each member, for people.
CREATE TABLE IF NOT EXISTS ${share} (
    group_name VARCHAR(255) NOT NULL,
    member     VARCHAR(255) NOT NULL,
    pieces     VARCHAR(4000) NOT NULL,
    assigned   INTEGER      NOT NULL,
    total      INTEGER      NOT NULL,
    PRIMARY KEY (group_name, member)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE ${collation};

CREATE OR REPLACE VIEW ${member} AS
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
FROM ${beat} b
JOIN ${fence} f ON f.group_name = b.group_name AND f.member = b.member
LEFT JOIN ${share} s ON s.group_name = b.group_name AND s.member = b.member;
