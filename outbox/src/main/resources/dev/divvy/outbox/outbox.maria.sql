-- Events that are to be handled (PENDING), that wait until a time (RETRY) or behind an earlier event of their entity (BEHIND), that were
-- ABORTED, and those that are DONE where they are kept. A producer in any language inserts
-- (entity_name, entity_id, entity_id_hash [, event_type, headers, payload, deduplication_key]); the hash is murmur3_32 (seed 0) of the
-- id's UTF-8 bytes, as a signed integer; headers are a JSON object of texts.
CREATE TABLE IF NOT EXISTS ${table} (
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
    INDEX ${name}_todo (status, entity_id_hash, id),
    -- Completed events that are kept are deleted in this order.
    INDEX ${name}_kept (done_at, status),
    -- It finds the events that wait and are due.
    INDEX ${name}_due (process_after),
    UNIQUE INDEX ${name}_once (deduplication_key)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE ${collation};
