-- Renews a card and answers what is on the board; nothing when no card of this incarnation is there.
-- KEYS board, cards; ARGV member, card, lineage and epoch that the caller knows, a fresh origin, channel
-- A card: incarnation at 1 to 19, beat at 21 to 39, acknowledged epoch at 41 to 59, the rest from 60 on.
local card = ARGV[2]
local there = redis.call('HGET', KEYS[2], ARGV[1])
if not there or string.sub(there, 1, 19) ~= string.sub(card, 1, 19) then
  return false
end
local board = redis.call('HMGET', KEYS[1], 'lineage', 'epoch', 'origin')
local lineage, epoch, origin = board[1] or '', board[2] or '', board[3]
if not origin then
  origin = ARGV[5]
  redis.call('HSET', KEYS[1], 'origin', origin)
end
if string.sub(card, 21, 39) > string.sub(there, 21, 39) then
  local acknowledged, says = string.sub(there, 41, 59), string.sub(card, 41, 59)
  if epoch ~= '' and says > acknowledged and says <= epoch then
    acknowledged = says
  end
  local renewed = string.sub(card, 1, 40) .. acknowledged .. string.sub(card, 60)
  redis.call('HSET', KEYS[2], ARGV[1], renewed)
  if string.sub(renewed, 41) ~= string.sub(there, 41) then
    redis.pcall('PUBLISH', ARGV[6], 'card')
  end
end
local form = ''
if epoch ~= '' and (lineage ~= ARGV[3] or epoch ~= ARGV[4]) then
  form = redis.call('HGET', KEYS[1], 'form') or ''
end
local cards = redis.call('HGETALL', KEYS[2])
-- Last, as older servers take no writes after it. Another run of the server may have forgotten something.
local info = redis.pcall('INFO', 'server')
local run = type(info) == 'string' and string.match(info, 'run_id:(%x+)')
if run then
  origin = origin .. '@' .. run
end
return {origin, lineage, epoch, form, cards}
