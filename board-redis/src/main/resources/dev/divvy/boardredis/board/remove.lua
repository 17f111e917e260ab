-- Takes a card off, if its beat is still this one; answers whether no card of this incarnation is there any more.
-- KEYS cards; ARGV member, incarnation, beat, channel
local there = redis.call('HGET', KEYS[1], ARGV[1])
if not there or string.sub(there, 1, 19) ~= ARGV[2] then
  return 1
end
if string.sub(there, 21, 39) ~= ARGV[3] then
  return 0
end
redis.call('HDEL', KEYS[1], ARGV[1])
redis.pcall('PUBLISH', ARGV[4], 'card')
return 1
