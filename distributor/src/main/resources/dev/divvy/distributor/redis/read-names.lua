-- Reads a list of names.
-- KEYS list
return redis.call('LRANGE', KEYS[1], 0, -1)
