-- Adds a card to the board.
-- KEYS board, cards, incarnations; ARGV member, card, a fresh origin, channel
local current = redis.call('HGET', KEYS[2], ARGV[1])
if current then
  return {'occupied', current}
end
local number = string.sub(ARGV[2], 1, 19)
local highest = redis.call('HGET', KEYS[3], ARGV[1]) or '0000000000000000000'
if number <= highest then
  return {'outlived', highest}
end
redis.call('HSETNX', KEYS[1], 'origin', ARGV[3])
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
redis.call('HSET', KEYS[3], ARGV[1], number)
redis.pcall('PUBLISH', ARGV[4], 'join')
return {'admitted'}
