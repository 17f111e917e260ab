-- Removes a card, if its beat is still this one; returns whether no card of this incarnation is left.
-- KEYS cards; ARGV member, incarnation, beat, channel
local current = redis.call('HGET', KEYS[1], ARGV[1])
if not current or string.sub(current, 1, 19) ~= ARGV[2] then
  return 1
end
if string.sub(current, 21, 39) ~= ARGV[3] then
  return 0
end
redis.call('HDEL', KEYS[1], ARGV[1])
redis.pcall('PUBLISH', ARGV[4], 'card')
return 1
