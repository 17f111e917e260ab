-- Wakes processors when events were inserted, by any producer. PostgreSQL commits transactions that notify one after another: where very
-- many producers write at once, turn this off by OutboxSettings.withoutNotifications(), and processors find events by polling.
CREATE OR REPLACE FUNCTION ${table}_notify() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_notify('${channel}', ''); RETURN NULL; END $$;

DROP TRIGGER IF EXISTS ${name}_notify ON ${table};

CREATE TRIGGER ${name}_notify AFTER INSERT ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION ${table}_notify();
