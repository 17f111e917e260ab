-- Reads a distribution.
-- KEYS table, distribution, handovers, acknowledgements
local version = redis.call('HMGET', KEYS[2], 'lineage', 'epoch')
return {
  version[1] or '', version[2] or '',
  redis.call('HGETALL', KEYS[1]), redis.call('HGETALL', KEYS[3]), redis.call('HGETALL', KEYS[4])
}
