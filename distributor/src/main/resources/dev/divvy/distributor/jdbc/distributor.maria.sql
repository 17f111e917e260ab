-- One row per list of names. A transaction that changes the list increments the count first, which locks the row.
CREATE TABLE IF NOT EXISTS ${list} (
    namespace VARCHAR(255) NOT NULL PRIMARY KEY,
    changes   BIGINT       NOT NULL
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE ${collation};

-- The names of each list, services or units, ordered by position. To change a list by hand: INSERT (namespace, name), DELETE.
CREATE TABLE IF NOT EXISTS ${name} (
    position  BIGINT       NOT NULL AUTO_INCREMENT PRIMARY KEY,
    namespace VARCHAR(255) NOT NULL,
    name      MEDIUMTEXT   NOT NULL,
    -- A name may be longer than an index key; its digest is not.
    digest    BINARY(16) GENERATED ALWAYS AS (UNHEX(MD5(name))) STORED,
    UNIQUE INDEX ${index}_once (namespace, digest),
    INDEX ${index}_order (namespace, position)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE ${collation};

-- One row per distribution: the version of its table. A transaction that changes the table locks this row first.
CREATE TABLE IF NOT EXISTS ${distribution} (
    distribution VARCHAR(255) NOT NULL PRIMARY KEY,
    lineage      VARCHAR(255),
    epoch        BIGINT       NOT NULL
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE ${collation};

-- The table: the units of each service, separated by commas.
CREATE TABLE IF NOT EXISTS ${assignment} (
    distribution VARCHAR(255) NOT NULL,
    service      VARCHAR(255) NOT NULL,
    units        LONGTEXT     NOT NULL,
    PRIMARY KEY (distribution, service)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE ${collation};

-- The releases that a service waits for before it starts: one line per unit, with the unit, a tab, and EPOCH@SERVICE of each former owner.
CREATE TABLE IF NOT EXISTS ${handover} (
    distribution VARCHAR(255) NOT NULL,
    service      VARCHAR(255) NOT NULL,
    releasers    LONGTEXT     NOT NULL,
    PRIMARY KEY (distribution, service)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE ${collation};

-- The epoch up to which a service has released all units that it lost; only services that acknowledge have a row.
CREATE TABLE IF NOT EXISTS ${acknowledgement} (
    distribution VARCHAR(255) NOT NULL,
    service      VARCHAR(255) NOT NULL,
    epoch        BIGINT       NOT NULL,
    PRIMARY KEY (distribution, service)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE ${collation};
