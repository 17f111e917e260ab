-- Applies a change to a distribution if its version is still the basis of the change and the instance is still the writer.
-- KEYS table, distribution, handovers, acknowledgements, cards and board of the instances
-- ARGV instance, its incarnation, lineage and epoch of its fence, lineage and epoch of the basis, lineage and epoch of the next, channel,
--   then four times a count and that many entries: fields to put (name and text), fields to remove, handovers (name and chain),
--   services whose acknowledgements are deleted
local card = redis.call('HGET', KEYS[5], ARGV[1])
if not card or string.sub(card, 1, 19) ~= ARGV[2] or redis.call('HGET', KEYS[6], 'lineage') ~= ARGV[3] then
  return 0
end
local stored = redis.call('HMGET', KEYS[2], 'lineage', 'epoch', 'writer', 'fence')
if (stored[1] or '') ~= ARGV[5] or (stored[2] or '') ~= ARGV[6] then
  return 0
end
-- A newer fence of the same lineage belongs to a later writer.
if stored[3] == ARGV[3] and stored[4] > ARGV[4] then
  return 0
end
local at = 10
local function each(command, key, size)
  local count = tonumber(ARGV[at]) * size
  local first = at + 1
  at = first + count
  while count > 0 do
    local part = math.min(count, 2000)
    redis.call(command, key, unpack(ARGV, first, first + part - 1))
    first = first + part
    count = count - part
  end
end
each('HSET', KEYS[1], 2)
each('HDEL', KEYS[1], 1)
redis.call('DEL', KEYS[3])
each('HSET', KEYS[3], 2)
each('HDEL', KEYS[4], 1)
redis.call('HSET', KEYS[2], 'lineage', ARGV[7], 'epoch', ARGV[8], 'writer', ARGV[3], 'fence', ARGV[4], 'instance', ARGV[1])
redis.pcall('PUBLISH', ARGV[9], ARGV[8])
return 1
