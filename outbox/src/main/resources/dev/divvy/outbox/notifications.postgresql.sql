-- Wakes the processors that own events that were inserted, by any producer. The notification names the bucket of their hashes, which is the
-- upper eight bits; an empty one stands for all. PostgreSQL commits transactions that notify one after another: where very many producers
-- write at once, turn this off by OutboxSettings.withoutNotifications(), and processors find events by polling.
CREATE OR REPLACE FUNCTION ${table}_notify() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE buckets BIGINT[]; BEGIN
SELECT ARRAY_AGG(DISTINCT (CAST(entity_id_hash AS BIGINT) + 2147483648) >> 24) INTO buckets FROM inserted; IF CARDINALITY(buckets) > 16 THEN
PERFORM pg_notify('${channel}', ''); ELSE
PERFORM pg_notify('${channel}', CAST(bucket AS TEXT)) FROM UNNEST(buckets) AS bucket; END IF; RETURN NULL; END $$;

DROP TRIGGER IF EXISTS ${name}_notify ON ${table};

CREATE TRIGGER ${name}_notify AFTER INSERT ON ${table} REFERENCING NEW TABLE AS inserted
FOR EACH STATEMENT EXECUTE FUNCTION ${table}_notify();
