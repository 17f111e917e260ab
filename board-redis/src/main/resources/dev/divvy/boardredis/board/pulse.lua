-- Renews a card and returns the content of the board; returns nothing when no card of this incarnation is on it.
-- KEYS board, cards; ARGV member, card, lineage and epoch that the caller knows, a fresh origin, channel
-- A card: incarnation at 1 to 19, beat at 21 to 39, acknowledged epoch at 41 to 59, settled epoch at 61 to 79, the rest from 80 on.
local card = ARGV[2]
local current = redis.call('HGET', KEYS[2], ARGV[1])
if not current or string.sub(current, 1, 19) ~= string.sub(card, 1, 19) then
  return false
end
local board = redis.call('HMGET', KEYS[1], 'lineage', 'epoch', 'origin')
local lineage, epoch, origin = board[1] or '', board[2] or '', board[3]
if not origin then
  origin = ARGV[5]
  redis.call('HSET', KEYS[1], 'origin', origin)
end
if string.sub(card, 21, 39) > string.sub(current, 21, 39) then
  -- Neither epoch ever decreases, and one above the board's own is ignored.
  local function raised(first, last)
    local stored, given = string.sub(current, first, last), string.sub(card, first, last)
    if epoch ~= '' and given > stored and given <= epoch then
      return given
    end
    return stored
  end
  local renewed = string.sub(card, 1, 40) .. raised(41, 59) .. ' ' .. raised(61, 79) .. string.sub(card, 80)
  redis.call('HSET', KEYS[2], ARGV[1], renewed)
  if string.sub(renewed, 41) ~= string.sub(current, 41) then
    redis.pcall('PUBLISH', ARGV[6], 'card')
  end
end
local allocation = ''
if epoch ~= '' and (lineage ~= ARGV[3] or epoch ~= ARGV[4]) then
  allocation = redis.call('HGET', KEYS[1], 'allocation') or ''
end
local cards = redis.call('HGETALL', KEYS[2])
-- Last, because older servers accept no writes after INFO.
-- After a restart the server may have lost data, so its run id is part of the origin.
local info = redis.pcall('INFO', 'server')
local run_id = type(info) == 'string' and string.match(info, 'run_id:(%x+)')
if run_id then
  origin = origin .. '@' .. run_id
end
return {origin, lineage, epoch, allocation, cards}
