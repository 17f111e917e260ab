-- Processors look at once when something was inserted, by whatever producer. PostgreSQL lets transactions that tell commit one after another:
-- where very many producers write at once, leave this out by OutboxSettings.withoutNotices(), and processors look at their polling interval.
CREATE OR REPLACE FUNCTION ${table}_told() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_notify('${channel}', ''); RETURN NULL; END $$;

DROP TRIGGER IF EXISTS ${name}_told ON ${table};

CREATE TRIGGER ${name}_told AFTER INSERT ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION ${table}_told();
