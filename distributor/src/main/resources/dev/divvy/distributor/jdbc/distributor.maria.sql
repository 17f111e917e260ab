-- One row a list of names. Whoever changes the list counts that here first, and so does it alone.
CREATE TABLE IF NOT EXISTS ${list} (
    namespace VARCHAR(255) NOT NULL PRIMARY KEY,
    changes   BIGINT       NOT NULL
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE ${collation};

-- The names of each list, services or units, in the order of their positions. By hand: INSERT (namespace, name), DELETE.
CREATE TABLE IF NOT EXISTS ${name} (
    position  BIGINT       NOT NULL AUTO_INCREMENT PRIMARY KEY,
    namespace VARCHAR(255) NOT NULL,
    name      MEDIUMTEXT   NOT NULL,
    -- A name may be longer than a key of an index: its digest is not.
    digest    BINARY(16) GENERATED ALWAYS AS (UNHEX(MD5(name))) STORED,
    UNIQUE INDEX ${index}_once (namespace, digest),
    INDEX ${index}_order (namespace, position)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE ${collation};

-- One row a distribution: the version of its table. Whoever changes the table locks this row first.
CREATE TABLE IF NOT EXISTS ${sheet} (
    distribution VARCHAR(255) NOT NULL PRIMARY KEY,
    lineage      VARCHAR(255),
    epoch        BIGINT       NOT NULL
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE ${collation};

-- The table: the units of each service, joined by commas.
CREATE TABLE IF NOT EXISTS ${assignment} (
    distribution VARCHAR(255) NOT NULL,
    service      VARCHAR(255) NOT NULL,
    units        LONGTEXT     NOT NULL,
    PRIMARY KEY (distribution, service)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE ${collation};

-- Whom a service waits for before it begins: a line a unit, the unit, a tab, and who has not let go of it since which epoch.
CREATE TABLE IF NOT EXISTS ${motion} (
    distribution VARCHAR(255) NOT NULL,
    service      VARCHAR(255) NOT NULL,
    releasers    LONGTEXT     NOT NULL,
    PRIMARY KEY (distribution, service)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE ${collation};

-- Up to which epoch a service has let go of all that it lost; only of services that say so.
CREATE TABLE IF NOT EXISTS ${acknowledgement} (
    distribution VARCHAR(255) NOT NULL,
    service      VARCHAR(255) NOT NULL,
    epoch        BIGINT       NOT NULL,
    PRIMARY KEY (distribution, service)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE ${collation};
