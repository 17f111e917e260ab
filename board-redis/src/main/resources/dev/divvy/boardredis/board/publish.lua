-- Publishes the next allocation, if the current one is its basis.
-- KEYS board, cards
-- ARGV member, incarnation, lineage and epoch of the basis, lineage, epoch and bytes of the next, a fresh origin, channel
local current = redis.call('HGET', KEYS[2], ARGV[1])
if not current or string.sub(current, 1, 19) ~= ARGV[2] then
  return 0
end
local board = redis.call('HMGET', KEYS[1], 'lineage', 'epoch')
if (board[1] or '') ~= ARGV[3] or (board[2] or '') ~= ARGV[4] then
  return 0
end
redis.call('HSETNX', KEYS[1], 'origin', ARGV[8])
redis.call('HSET', KEYS[1], 'lineage', ARGV[5], 'epoch', ARGV[6], 'allocation', ARGV[7])
redis.pcall('PUBLISH', ARGV[9], 'allocation')
return 1
