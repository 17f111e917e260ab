-- Returns the content of the board, like pulse, and changes nothing.
-- KEYS board, cards
local board = redis.call('HMGET', KEYS[1], 'lineage', 'epoch', 'origin', 'allocation')
local lineage, epoch, origin, allocation = board[1] or '', board[2] or '', board[3] or 'none', board[4] or ''
local cards = redis.call('HGETALL', KEYS[2])
local info = redis.pcall('INFO', 'server')
local run_id = type(info) == 'string' and string.match(info, 'run_id:(%x+)')
if run_id then
  origin = origin .. '@' .. run_id
end
return {origin, lineage, epoch, allocation, cards}
